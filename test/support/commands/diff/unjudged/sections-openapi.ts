const text = { description: "d" };
const string = { type: "string", maxLength: 9 };
const flow = { refreshUrl: "https://a.example.com/refresh", scopes: { read: "to read" } };
const [authorizationUrl, tokenUrl] = ["https://a.example.com/authorize", "https://a.example.com/token"];

const operation = (operationId: string) => ({
  operationId,
  parameters: [{ $ref: "#/components/parameters/Page" }],
  responses: { 200: { $ref: "#/components/responses/Done" } },
});

/** An OpenAPI document with all methods, all flows of OAuth, and all sections of components behind references. */
export const sectionsOpenApi = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  security: [{ oauth: ["read"] }],
  paths: {
    "/all": {
      ...Object.fromEntries(
        ["get", "put", "delete", "options", "head", "patch", "trace"].map((method) => [
          method,
          operation(`${method}All`),
        ]),
      ),
      post: {
        ...operation("postAll"),
        requestBody: { $ref: "#/components/requestBodies/Thing" },
        callbacks: { done: { $ref: "#/components/callbacks/Done" } },
      },
    },
    "/shared": { $ref: "#/components/pathItems/Shared" },
  },
  webhooks: { changed: { $ref: "#/components/pathItems/Hook" } },
  components: {
    schemas: { Thing: { type: "object", properties: { text: string } } },
    parameters: { Page: { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } } },
    headers: { Rate: { ...text, required: true, schema: { type: "integer", minimum: 1 } } },
    links: { self: { operationId: "getAll", parameters: { page: "$response.body#/text" } } },
    examples: { one: { summary: "s", value: "v" } },
    requestBodies: {
      Thing: {
        required: true,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Thing" },
            examples: { one: { $ref: "#/components/examples/one" } },
          },
        },
      },
    },
    responses: {
      Done: {
        ...text,
        headers: { Rate: { $ref: "#/components/headers/Rate" } },
        links: { self: { $ref: "#/components/links/self" } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
      },
    },
    callbacks: { Done: { "{$request.body#/text}": { post: operation("calledBack") } } },
    pathItems: {
      Shared: { get: operation("readShared") },
      Hook: {
        post: {
          operationId: "hook",
          requestBody: { $ref: "#/components/requestBodies/Thing" },
          responses: { 204: text },
        },
      },
    },
    securitySchemes: {
      oauth: {
        type: "oauth2",
        flows: {
          implicit: { authorizationUrl, ...flow },
          password: { tokenUrl, ...flow },
          clientCredentials: { tokenUrl, ...flow },
          authorizationCode: { authorizationUrl, tokenUrl, ...flow },
        },
      },
    },
  },
};
