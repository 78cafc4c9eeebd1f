const schema = {
  type: "object",
  title: "T",
  required: ["id"],
  properties: {
    id: { type: "string", minLength: 1, pattern: "^a", "x-note": { any: [1] } },
    size: { type: "integer", minimum: 0, multipleOf: 2, deprecated: true },
    tags: { type: "array", items: { type: "string" }, maxItems: 3, uniqueItems: true },
    other: { $ref: "#/components/schemas/Other" },
    self: { allOf: [{ $ref: "#/components/schemas/Thing" }, { description: "D" }] },
    map: {
      type: "object",
      additionalProperties: { oneOf: [{ type: "number" }, { not: { enum: ["a", 1] } }] },
    },
    open: { type: "object", additionalProperties: false, example: { $ref: "#/nowhere" }, default: 3 },
  },
  xml: { name: "thing", attribute: false },
  externalDocs: { url: "https://example.com" },
};

const parameter = { name: "limit", in: "query", required: false, style: "form", explode: true };

const operation = {
  operationId: "list",
  tags: ["a"],
  summary: "S",
  deprecated: false,
  parameters: [
    { ...parameter, schema: { type: "integer" }, example: 3 },
    { $ref: "#/components/parameters/Page" },
    { name: "X", in: "header", content: { "application/json": { schema: { type: "string" } } } },
  ],
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: { $ref: "#/components/schemas/Thing" },
        encoding: { id: { contentType: "text/plain", headers: { H: { schema: { type: "string" } } } } },
        examples: { one: { value: { id: "a" }, summary: "S" }, two: { $ref: "#/components/examples/Two" } },
      },
    },
  },
  responses: {
    "200": {
      description: "D",
      headers: { H: { $ref: "#/components/headers/H" } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
      links: { next: { operationId: "list", parameters: { page: "$response.body#/next" } } },
    },
    "4XX": { $ref: "#/components/responses/Failed" },
    default: { description: "D" },
  },
  callbacks: { done: { "{$request.body#/url}": { post: { responses: { "204": { description: "D" } } } } } },
  security: [{ key: [] }, { oauth: ["read"] }],
  servers: [{ url: "https://{host}", variables: { host: { default: "a", enum: ["a"] } } }],
};

const components = {
  schemas: {
    Thing: schema,
    Other: {
      oneOf: [{ $ref: "#/components/schemas/Thing" }, { $ref: "#/components/schemas/Thing/properties/size" }],
      discriminator: { propertyName: "kind", mapping: { a: "#/components/schemas/Thing", b: "Thing" } },
    },
  },
  parameters: { Page: { ...parameter, name: "page", schema: { $ref: "#/components/schemas/Other" } } },
  headers: { H: { schema: { type: "string" }, description: "D" } },
  examples: { Two: { externalValue: "https://example.com" } },
  responses: { Failed: { description: "D", content: { "text/plain": { schema: { type: "string" } } } } },
  requestBodies: { Body: { content: { "text/plain": {} } } },
  links: { L: { operationRef: "#/paths", server: { url: "/" } } },
  callbacks: { C: { "{$url}": { get: { responses: { "200": { description: "D" } } } } } },
  securitySchemes: {
    key: { type: "apiKey", name: "k", in: "header", description: "D" },
    basic: { type: "http", scheme: "basic" },
    oauth: {
      type: "oauth2",
      flows: {
        authorizationCode: { authorizationUrl: "https://a", tokenUrl: "https://b", scopes: { read: "R" } },
        implicit: { authorizationUrl: "https://a", scopes: {} },
      },
    },
    oidc: { type: "openIdConnect", openIdConnectUrl: "https://a" },
  },
};

const shared = {
  info: {
    title: "T",
    version: "1",
    contact: { name: "N" },
    license: { name: "MIT" },
    "x-logo": { url: "u" },
  },
  tags: [{ name: "a", externalDocs: { url: "https://example.com" } }],
  servers: [{ url: "https://example.com" }],
  security: [{ key: [] }],
  externalDocs: { url: "https://example.com", description: "D" },
  "x-anything": { schema: { type: 3 } },
};

/** A document with every object of OpenAPI 3.0. */
export const version30 = {
  openapi: "3.0.3",
  ...shared,
  paths: {
    "/things": { get: operation, parameters: [{ $ref: "#/components/parameters/Page" }], summary: "S" },
    "/others": { $ref: "#/paths/~1things" },
    "x-path": 1,
  },
  components: {
    ...components,
    schemas: { ...components.schemas, Nullable: { nullable: true, type: "string" } },
  },
};

/** A document with what OpenAPI 3.1 adds. */
export const version31 = {
  openapi: "3.1.0",
  ...shared,
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  paths: { "/things": { get: operation } },
  webhooks: { made: { post: { responses: { "200": { description: "D" } } } } },
  components: {
    ...components,
    pathItems: { P: { get: { responses: { "200": { description: "D" } } } } },
    securitySchemes: { ...components.securitySchemes, tls: { type: "mutualTLS" } },
    schemas: {
      ...components.schemas,
      New: {
        $id: "https://example.com/new",
        $defs: { A: true, B: { const: null, $comment: "C" } },
        type: ["object", "null"],
        if: { properties: { a: false } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { minContains: 1, contains: {} },
        else: { exclusiveMinimum: 3, examples: [1] },
        dependentSchemas: { a: { prefixItems: [{ type: "string" }, true] } },
        dependentRequired: { a: ["b"] },
        patternProperties: { "^a": { unevaluatedItems: false } },
        propertyNames: { contentMediaType: "text/plain" },
        unevaluatedProperties: { $ref: "#/components/schemas/Thing", description: "beside a reference" },
      },
    },
  },
};
