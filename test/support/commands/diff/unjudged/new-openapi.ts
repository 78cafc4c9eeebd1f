const string = { type: "string", maxLength: 9 };

/** A document with the fields that OpenAPI 3.2 adds. */
export const newOpenApi = {
  openapi: "3.2.0",
  $self: "https://a.example.com/openapi",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://a.example.com", name: "main" }],
  tags: [{ name: "a", summary: "s", parent: "b", kind: "nav" }, { name: "b" }],
  paths: {
    "/a": {
      query: { operationId: "search", responses: { 200: { summary: "s", description: "d" } } },
      additionalOperations: { COPY: { operationId: "copy", responses: { 204: { description: "d" } } } },
      get: {
        operationId: "follow",
        parameters: [
          {
            name: "whole",
            in: "querystring",
            content: {
              "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: string } } },
            },
          },
        ],
        responses: {
          200: {
            description: "d",
            content: {
              "text/event-stream": { itemSchema: { type: "object", properties: { data: string } } },
            },
          },
        },
        security: [{ device: [] }],
      },
      post: {
        operationId: "send",
        requestBody: {
          content: {
            "multipart/mixed": {
              schema: { type: "array", items: string },
              prefixEncoding: [{ contentType: "text/plain" }],
              itemEncoding: { contentType: "text/plain" },
            },
          },
        },
        responses: {
          200: {
            description: "d",
            content: { "application/json": { $ref: "#/components/mediaTypes/Pet" } },
          },
        },
      },
    },
  },
  components: {
    mediaTypes: {
      Pet: {
        schema: { $ref: "#/components/schemas/Pet" },
        examples: { one: { dataValue: { kind: "Cat" }, serializedValue: "{}" } },
      },
    },
    schemas: {
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "kind", defaultMapping: "Dog" },
        xml: { nodeType: "element" },
      },
      Cat: { type: "object", properties: { kind: { const: "Cat" } } },
      Dog: { type: "object", properties: { kind: { type: "string" }, bark: { type: "integer" } } },
    },
    securitySchemes: {
      device: {
        type: "oauth2",
        deprecated: true,
        oauth2MetadataUrl: "https://o.example.com/meta",
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: "https://o.example.com/device",
            tokenUrl: "https://o.example.com/token",
            scopes: { read: "to read" },
          },
        },
      },
    },
  },
};
