const string = { type: "string", maxLength: 9 };
const docs = { externalDocs: { description: "more", url: "https://docs.example.com/a" } };
const text = { description: "d" };
const examples = {
  one: { summary: "s", description: "d", value: "v" },
  two: { externalValue: "https://e.example.com/two" },
};
const shared = {
  ...text,
  required: false,
  deprecated: true,
  explode: true,
  allowReserved: true,
  allowEmptyValue: true,
};

const answers = {
  200: {
    ...text,
    headers: {
      "X-A": {
        ...text,
        required: true,
        deprecated: true,
        style: "simple",
        explode: true,
        schema: string,
        example: "e",
      },
      "X-B": { content: { "application/json": { schema: string } }, examples },
    },
    content: { "application/json": { schema: { $ref: "#/components/schemas/All" }, example: {} } },
    links: {
      self: {
        ...text,
        operationId: "readThing",
        parameters: { id: "$response.body#/id" },
        requestBody: "$request.body",
        server: { url: "https://links.example.com", ...text },
      },
      other: { operationRef: "#/paths/~1other/get" },
    },
  },
};

/** An OpenAPI document that has every field of OpenAPI 3.0. */
export const oldOpenApi = {
  openapi: "3.0.3",
  info: {
    title: "t",
    version: "1",
    ...text,
    termsOfService: "https://t.example.com/",
    contact: { name: "n", url: "https://c.example.com/", email: "a@example.com" },
    license: { name: "MIT", url: "https://l.example.com/" },
  },
  servers: [
    {
      url: "https://{host}.example.com/v1",
      ...text,
      variables: { host: { enum: ["a", "b"], default: "a", ...text } },
    },
  ],
  security: [{ key: [] }],
  tags: [{ name: "things", ...text, ...docs }],
  ...docs,
  "x-webhooks": {
    changed: {
      post: {
        operationId: "changed",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/All" } } } },
        responses: { 204: text },
      },
    },
  },
  paths: {
    "/things": {
      summary: "item",
      ...text,
      post: {
        operationId: "readThing",
        tags: ["things"],
        summary: "operation",
        ...text,
        ...docs,
        deprecated: true,
        parameters: [
          {
            name: "q",
            in: "query",
            style: "form",
            schema: { ...string, default: "d" },
            example: "e",
            ...shared,
          },
          { name: "c", in: "cookie", schema: string, examples },
          { name: "X-C", in: "header", content: { "application/json": { schema: string } } },
        ],
        requestBody: {
          ...text,
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/All" } },
            "multipart/form-data": {
              schema: { type: "object", properties: { a: string } },
              examples,
              encoding: {
                a: {
                  contentType: "text/plain",
                  style: "form",
                  explode: true,
                  allowReserved: true,
                  headers: { "X-Part": { ...text, required: true, schema: string } },
                },
              },
            },
          },
        },
        responses: answers,
        security: [{ oauth: ["read"] }],
        callbacks: {
          done: { "{$request.body#/url}": { post: { operationId: "done", responses: { 204: text } } } },
        },
      },
    },
    "/other": {
      servers: [{ url: "https://own.example.com" }],
      parameters: [{ name: "p", in: "query", schema: string }],
      ...Object.fromEntries(
        ["get", "put", "delete", "options", "head", "patch", "trace"].map((method) => [
          method,
          { operationId: `${method}Other`, responses: { 200: text } },
        ]),
      ),
    },
  },
  components: {
    schemas: {
      All: {
        title: "t",
        ...text,
        ...docs,
        example: { id: "a" },
        deprecated: true,
        type: "object",
        required: ["id"],
        minProperties: 3,
        maxProperties: 90,
        additionalProperties: { type: "string" },
        xml: {
          name: "all",
          namespace: "https://n.example.com",
          prefix: "p",
          attribute: false,
          wrapped: false,
        },
        properties: {
          id: { type: "string", readOnly: true, maxLength: 8, minLength: 3, pattern: "^[a-z]" },
          secret: { type: "string", writeOnly: true },
          more: { type: "string", nullable: true, default: "d", format: "own" },
          number: { type: "number", minimum: 1, maximum: 90, multipleOf: 0.5 },
          exclusive: {
            type: "integer",
            minimum: 1,
            exclusiveMinimum: true,
            maximum: 90,
            exclusiveMaximum: true,
          },
          list: { type: "array", minItems: 4, maxItems: 9, uniqueItems: true, items: { type: "integer" } },
          kind: { type: "string", enum: ["a", "b"] },
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
        },
      },
      Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string", enum: ["cat"] } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string", enum: ["dog"] } } },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key", ...text },
      http: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      openid: { type: "openIdConnect", openIdConnectUrl: "https://o.example.com/configuration" },
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
