/** Small documents with features of other people's contracts that ours don't use. */
const text = { type: "string" };
const json = (schema: object) => ({ description: "d", content: { "application/json": { schema } } });

const paths = {
  "/things/{id}": {
    summary: "Things by id",
    parameters: [
      { name: "id", in: "path", required: true, schema: text },
      { name: "X-Tenant", in: "header", schema: text },
    ],
    get: {
      parameters: [
        { name: "id", in: "query", schema: { type: "integer" } },
        { name: "body", in: "query", schema: text },
        { $ref: "#/components/parameters/Page" },
        { $ref: "shared.yaml#/parameters/Session" },
      ],
      responses: {
        "2XX": json({ $ref: "#/components/schemas/Thing" }),
        304: { description: "nothing new" },
        default: { $ref: "#/components/responses/Problem" },
      },
    },
    delete: {
      operationId: "delete",
      deprecated: true,
      tags: ["things", "admin"],
      responses: { 204: { description: "gone" } },
    },
    put: {
      operationId: "things/replace-one",
      servers: [{ url: "https://upload.example.com" }],
      requestBody: { $ref: "shared.yaml#/bodies/Thing" },
      responses: { 200: { $ref: "shared.yaml#/responses/Thing" }, 201: { description: "made" } },
    },
  },
  "/things": {
    post: {
      operationId: "createThing",
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/Thing" } },
          "application/x-www-form-urlencoded": {
            schema: { type: "object", required: ["name"], properties: { name: text } },
          },
          "multipart/form-data": {
            schema: { type: "object", properties: { file: { type: "string", format: "binary" } } },
          },
        },
      },
      responses: { 201: json({ $ref: "#/components/schemas/Pet" }) },
    },
    head: { responses: { 200: { description: "there" } } },
  },
  "/files": {
    get: {
      operationId: "readFile",
      parameters: [
        { name: "filter", in: "query", style: "deepObject", explode: true, schema: { type: "object" } },
        { name: "where", in: "query", content: { "application/json": { schema: { type: "object" } } } },
      ],
      responses: {
        200: {
          description: "d",
          content: { "application/octet-stream": {}, "text/plain": { schema: text } },
        },
      },
    },
  },
};

const components = (nullable: object) => ({
  parameters: { Page: { name: "page", in: "query", required: true, schema: { type: "integer" } } },
  responses: { Problem: json({ type: "object", properties: { title: text } }) },
  schemas: {
    Thing: {
      type: "object",
      required: ["name", "note"],
      properties: {
        name: text,
        note: nullable,
        constructor: text,
        "50%": { type: "object", properties: { a: text } },
      },
    },
    Pet: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
      },
    },
    Cat: { type: "object", required: ["kind"], properties: { kind: text, lives: { type: "integer" } } },
    Dog: { allOf: [{ type: "object", required: ["kind"], properties: { kind: text, tricks: text } }] },
  },
});

const info = { title: "Odd things", version: "1" };

export const odd30 = {
  openapi: "3.0.3",
  info,
  paths,
  components: components({ type: "string", nullable: true }),
};

export const odd31 = {
  openapi: "3.1.0",
  info,
  paths,
  components: components({ type: ["string", "null"] }),
  webhooks: { thingMade: { post: { requestBody: json(text), responses: { 200: { description: "d" } } } } },
};

/** The file that both documents refer to. */
export const shared = {
  parameters: { Session: { name: "session-id", in: "cookie", schema: text } },
  bodies: {
    Thing: { content: { "application/json": { schema: { $ref: "#/schemas/Draft" } } } },
  },
  responses: { Thing: json({ $ref: "#/schemas/Draft" }) },
  schemas: { Draft: { type: "object", properties: { draft: { type: "boolean" } } } },
};
