const text = (name: string) => ({ description: `${name} description` });
const docs = { externalDocs: { description: "more", url: "https://docs.example.com/a" } };
const string = { type: "string", maxLength: 9 };
const examples = {
  one: { summary: "s", description: "d", value: "v" },
  two: { externalValue: "https://e.example.com/two" },
};

const parameter = {
  ...text("parameter"),
  required: false,
  deprecated: true,
  style: "form",
  explode: false,
  allowReserved: true,
  allowEmptyValue: true,
  schema: { type: "string", maxLength: 9, default: "d" },
  example: "e",
};

const header = {
  ...text("header"),
  required: true,
  deprecated: true,
  style: "simple",
  explode: true,
  schema: { type: "array", items: string },
  example: ["e"],
};

const media = {
  schema: { $ref: "#/components/schemas/Form" },
  examples,
  encoding: {
    a: {
      contentType: "text/plain",
      style: "form",
      explode: true,
      allowReserved: true,
      headers: { "X-Part": { ...text("part"), required: true, schema: string } },
    },
  },
};

const answers = {
  200: {
    ...text("response"),
    headers: { "X-A": header, "X-B": { content: { "application/json": { schema: string } } } },
    content: { "application/json": { schema: { $ref: "#/components/schemas/All" }, example: {} } },
    links: {
      self: {
        ...text("link"),
        operationId: "readThing",
        parameters: { id: "$response.body#/id" },
        requestBody: "$request.body",
        server: { url: "https://links.example.com", ...text("server") },
      },
      other: { operationRef: "#/paths/~1other/get" },
    },
  },
};

const operation = {
  tags: ["things"],
  summary: "operation",
  ...text("operation"),
  ...docs,
  deprecated: true,
  parameters: [
    { name: "q", in: "query", ...parameter },
    { name: "c", in: "cookie", schema: string, examples },
    { name: "X-C", in: "header", content: { "application/json": { schema: string } } },
  ],
  requestBody: { ...text("body"), required: true, content: { "multipart/form-data": media } },
  responses: answers,
};

/** An OpenAPI document that has every field of OpenAPI 3.1, and of JSON Schema 2020-12. */
export const wholeOpenApi = {
  openapi: "3.1.0",
  jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base",
  info: {
    title: "t",
    version: "1",
    ...text("info"),
    summary: "s",
    termsOfService: "https://t.example.com/",
    contact: { name: "n", url: "https://c.example.com/", email: "a@example.com" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    {
      url: "https://{host}.example.com/v1",
      ...text("server"),
      variables: { host: { enum: ["a", "b"], default: "a", ...text("variable") } },
    },
  ],
  security: [{ key: [] }],
  tags: [{ name: "things", ...text("tag"), ...docs }],
  ...docs,
  "x-platform": { owner: "a" },
  paths: {
    "/things/{id}": {
      summary: "item",
      ...text("item"),
      parameters: [{ name: "id", in: "path", required: true, schema: string }],
      get: {
        ...operation,
        operationId: "readThing",
        security: [{ oauth: ["read"] }, { http: [] }, { openid: [] }],
        servers: [{ url: "https://operation.example.com" }],
        callbacks: { done: { "{$request.body#/url}": { post: { ...operation, operationId: "done" } } } },
        "x-sunset": "2027-01-01",
        "x-team": "a",
      },
    },
    "/last": { get: { operationId: "last", responses: { 200: { description: "d" } } } },
    "/other": {
      servers: [{ url: "https://own.example.com" }],
      get: { operationId: "other", responses: { 200: { description: "d" } } },
    },
  },
  webhooks: { changed: { post: { ...operation, operationId: "changed", security: [{ key: [] }] } } },
  components: {
    schemas: {
      Form: { type: "object", properties: { a: string } },
      All: {
        title: "t",
        ...text("schema"),
        $comment: "c",
        ...docs,
        examples: [{ id: "a" }],
        deprecated: true,
        type: "object",
        required: ["id"],
        minProperties: 1,
        maxProperties: 90,
        dependentRequired: { text: ["id"] },
        dependentSchemas: { text: { minProperties: 4 } },
        propertyNames: { maxLength: 20 },
        patternProperties: { "^z": { type: "integer" } },
        additionalProperties: { type: "string" },
        xml: {
          name: "all",
          namespace: "https://n.example.com",
          prefix: "p",
          attribute: false,
          wrapped: false,
        },
        "x-resource": "a",
        properties: {
          id: { type: "string", readOnly: true, maxLength: 8, minLength: 3, pattern: "^[a-z]" },
          secret: { type: "string", writeOnly: true },
          text: {
            type: "string",
            contentEncoding: "base64",
            contentMediaType: "application/json",
            contentSchema: { type: "object" },
            default: "d",
            format: "own",
            deprecated: true,
          },
          number: { type: "number", minimum: 1, maximum: 90, multipleOf: 0.5 },
          exclusive: { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 90 },
          list: {
            type: "array",
            minItems: 4,
            maxItems: 9,
            prefixItems: [{ type: "string" }],
            items: { type: "integer" },
            contains: { const: 3 },
            minContains: 2,
            maxContains: 3,
          },
          unique: { type: "array", uniqueItems: true, items: { type: "integer" } },
          rest: { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: { type: "integer" } },
          closed: { type: "object", properties: { a: string }, unevaluatedProperties: false },
          uuid: { type: "string", format: "uuid" },
          kind: { enum: ["a", "b"] },
          open: { type: "string", "x-extensible-enum": ["a", "b"] },
          chosen: {
            if: { type: "string" },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
            then: { minLength: 2 },
            else: { type: "integer" },
          },
          none: { not: { type: "string" } },
          all: { allOf: [{ type: "string" }, { minLength: 2 }] },
          any: { anyOf: [{ type: "string" }, { type: "integer" }] },
          pet: {
            oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
            discriminator: {
              propertyName: "kind",
              mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
            },
          },
          // Behind what gives no members their names.
          map: {
            type: "object",
            additionalProperties: {
              type: "object",
              deprecated: true,
              properties: {
                one: { type: "string", default: "d" },
                two: { type: "string", writeOnly: true },
                kinds: { type: "string", "x-extensible-enum": ["a", "b"] },
              },
            },
          },
          local: { $ref: "#/components/schemas/All/$defs/Local" },
        },
        $defs: { Local: { type: "boolean" } },
      },
      Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
      Unused: { type: "string" },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key", ...text("key") },
      http: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      openid: {
        type: "openIdConnect",
        openIdConnectUrl: "https://o.example.com/.well-known/openid-configuration",
      },
      oauth: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://a.example.com/authorize",
            tokenUrl: "https://a.example.com/token",
            refreshUrl: "https://a.example.com/refresh",
            scopes: { read: "to read" },
          },
        },
      },
    },
  },
};
