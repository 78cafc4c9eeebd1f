/** Small documents that are valid, with an entry of most kinds: what a mutant is made from. */
export const documents: Readonly<Record<string, object>> = {
  "shop.openapi.json": {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1", license: { name: "MIT", url: "https://x.example" } },
    servers: [
      {
        url: "https://{region}.shop.example/{base}",
        variables: { region: { default: "eu", enum: ["eu", "us"] }, base: { default: "v1" } },
      },
    ],
    tags: [{ name: "pets", description: "Pets." }],
    security: [{ key: [] }, { login: ["read"] }],
    paths: {
      "/pets": {
        parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
        get: {
          operationId: "listPets",
          tags: ["pets"],
          summary: "Lists.",
          description: "Lists pets.",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", maximum: 100 }, example: 7 },
            {
              name: "filter",
              in: "query",
              style: "deepObject",
              schema: { $ref: "#/components/schemas/Filter" },
            },
            { $ref: "#/components/parameters/Page" },
          ],
          responses: {
            200: {
              description: "Pets.",
              headers: { "X-Total": { schema: { type: "integer" } } },
              content: {
                "application/json": {
                  schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
                  examples: { one: { value: [{ kind: "cat", name: "Tom" }] } },
                },
              },
              links: { first: { operationId: "getPet", parameters: { id: "$response.body#/0/name" } } },
            },
            "4XX": { $ref: "#/components/responses/Problem" },
          },
        },
        post: {
          operationId: "addPet",
          security: [],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
                example: { kind: "cat", name: "T" },
              },
              "multipart/form-data": {
                schema: { type: "object", properties: { photo: { type: "string", format: "binary" } } },
                encoding: {
                  photo: { contentType: "image/png", headers: { "X-A": { schema: { type: "string" } } } },
                },
              },
            },
          },
          responses: { 201: { description: "Added." }, default: { $ref: "#/components/responses/Problem" } },
          callbacks: {
            added: {
              "{$request.body#/url}": {
                post: {
                  requestBody: {
                    content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } },
                  },
                  responses: { 204: { description: "Done." } },
                },
              },
            },
          },
        },
      },
      "/pets/{id}": {
        get: {
          operationId: "getPet",
          deprecated: true,
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
          ],
          responses: {
            200: {
              description: "A pet.",
              content: { "*/*": { schema: { $ref: "#/components/schemas/Pet" } } },
            },
          },
        },
      },
    },
    webhooks: {
      petAdded: {
        post: {
          operationId: "petAdded",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
          responses: { 204: { description: "Done." } },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        login: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "https://x.example/token", scopes: { read: "Reads." } } },
        },
      },
      parameters: { Page: { name: "page", in: "query", schema: { type: "integer", default: 1 } } },
      responses: {
        Problem: {
          description: "A problem.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      schemas: {
        Pet: {
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
          discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } },
        },
        Base: {
          type: "object",
          required: ["kind", "name"],
          properties: { kind: { type: "string" }, name: { type: "string", minLength: 1, example: "Tom" } },
        },
        Cat: {
          allOf: [{ $ref: "#/components/schemas/Base" }],
          properties: {
            kind: { const: "cat" },
            lives: { type: ["integer", "null"], minimum: 0, multipleOf: 1 },
          },
        },
        Dog: {
          allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", unevaluatedProperties: true }],
          properties: { kind: { enum: ["dog"] }, parent: { $ref: "#/components/schemas/Dog" } },
          if: { required: ["parent"] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { minProperties: 3 },
          dependentRequired: { parent: ["name"] },
        },
        Filter: {
          type: "object",
          patternProperties: { "^a": { type: "string" } },
          additionalProperties: { type: "number" },
          propertyNames: { maxLength: 9 },
        },
        Problem: {
          type: "object",
          properties: {
            title: { type: "string", readOnly: true },
            at: { type: "string", format: "date-time", default: "2020-01-01T00:00:00Z" },
            pair: {
              type: "array",
              prefixItems: [{ type: "string" }],
              items: false,
              uniqueItems: true,
              contains: {},
            },
          },
          $defs: { Inner: { not: { type: "null" } } },
          examples: [{ title: "x" }],
        },
      },
    },
  },
  "old.openapi.json": {
    openapi: "3.0.3",
    info: { title: "Old", version: "1" },
    servers: [{ url: "/v1" }],
    paths: {
      "/a/{id}": {
        get: {
          operationId: "getA",
          parameters: [
            { name: "id", in: "path", required: true, style: "simple", schema: { type: "integer" } },
          ],
          responses: {
            200: {
              description: "A.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        A: {
          type: "object",
          required: ["kind"],
          discriminator: { propertyName: "kind", mapping: { b: "#/components/schemas/B" } },
          properties: {
            kind: { type: "string", nullable: true, enum: ["a", "b"] },
            n: { type: "number", minimum: 0, exclusiveMinimum: true },
          },
        },
        B: {
          allOf: [
            { $ref: "#/components/schemas/A" },
            { type: "object", properties: { more: { type: "string" } } },
          ],
        },
      },
    },
  },
  "events.asyncapi.json": {
    asyncapi: "3.0.0",
    info: { title: "Events", version: "1" },
    servers: {
      main: { host: "mq.example", protocol: "amqp", variables: { port: { default: "1", enum: ["1"] } } },
    },
    channels: {
      orders: {
        address: "orders/{id}",
        parameters: { id: { description: "Its id.", enum: ["a"], default: "a" } },
        servers: [{ $ref: "#/servers/main" }],
        messages: { Placed: { $ref: "#/components/messages/Placed" }, Gone: { payload: { type: "null" } } },
      },
    },
    operations: {
      place: {
        action: "send",
        channel: { $ref: "#/channels/orders" },
        messages: [{ $ref: "#/channels/orders/messages/Placed" }],
        traits: [{ $ref: "#/components/operationTraits/slow" }],
        reply: { address: { location: "$message.header#/to" }, channel: { $ref: "#/channels/orders" } },
        bindings: { amqp: { ack: true } },
      },
    },
    components: {
      operationTraits: { slow: { summary: "Slow.", tags: [{ name: "slow" }] } },
      messageTraits: { traced: { headers: { type: "object", properties: { trace: { type: "string" } } } } },
      messages: {
        Placed: {
          name: "order.placed",
          contentType: "application/json",
          traits: [{ $ref: "#/components/messageTraits/traced" }],
          correlationId: { location: "$message.header#/trace" },
          payload: {
            schemaFormat: "application/schema+json;version=draft-07",
            schema: {
              type: "object",
              required: ["id"],
              properties: { id: { type: "integer" }, item: { $ref: "#/components/schemas/Item" } },
            },
          },
          examples: [{ name: "one", payload: { id: 1 } }],
        },
      },
      schemas: {
        Item: { type: "object", additionalProperties: false, properties: { sku: { type: "string" } } },
      },
    },
  },
  "old.asyncapi.json": {
    asyncapi: "2.6.0",
    info: { title: "Old events", version: "1" },
    channels: {
      things: {
        subscribe: { operationId: "onThing", message: { oneOf: [{ payload: { type: "string" } }] } },
      },
    },
  },
  "thing.schema.json": {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://x.example/thing",
    type: "object",
    required: ["a"],
    properties: {
      a: { $ref: "#/$defs/A" },
      b: { type: "array", items: { enum: [1, "x"] }, minItems: 1 },
      c: { $dynamicRef: "#node" },
    },
    $defs: {
      A: { type: "string", pattern: "^a+$", format: "email" },
      N: { $dynamicAnchor: "node", const: { x: [1] } },
    },
    dependentSchemas: { a: { maxProperties: 4 } },
    allOf: [{ anyOf: [true, { not: {} }] }],
  },
  "old.schema.json": {
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: { a: { type: "string" } },
    items: [{ $ref: "#/definitions/a" }, { type: ["string", "null"] }],
    additionalItems: false,
    dependencies: { a: ["b"], c: { minProperties: 1 } },
  },
};
