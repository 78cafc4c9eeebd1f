import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const number = { type: "number" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});

const responses = { 200: { description: "d" } };
/** References between the parts of an OpenAPI document. */
export const inOpenApi: readonly ReferenceCase[] = [
  {
    name: "into paths, parameters, responses and bodies",
    schema: object({
      answer: { $ref: "#/paths/~1a~1{id}/get/responses/200/content/application~1json/schema" },
      item: { $ref: "#/paths/~1a~1{id}/get/responses/200/content/application~1json/schema/items" },
      parameter: { $ref: "#/components/parameters/P/schema" },
      own: { $ref: "#/paths/~1a~1%7Bid%7D/get/parameters/0/schema" },
      response: { $ref: "#/components/responses/R/content/application~1json/schema/properties/r" },
      header: { $ref: "#/components/responses/R/headers/X-H/schema" },
      body: { $ref: "#/components/requestBodies/B/content/application~1json/schema" },
    }),
    others: {
      paths: {
        "/a/{id}": {
          get: {
            operationId: "getA",
            parameters: [
              { name: "id", in: "path", required: true, schema: { type: "string", enum: ["x"] } },
              { $ref: "#/components/parameters/P" },
            ],
            responses: {
              200: {
                description: "d",
                content: {
                  "application/json": { schema: { type: "array", items: object({ x: number }, ["x"]) } },
                },
              },
            },
          },
        },
        "/b/{id}": {
          get: {
            operationId: "getB",
            parameters: [
              { $ref: "#/paths/~1a~1{id}/get/parameters/0" },
              { $ref: "#/paths/~1a~1{id}/get/parameters/1" },
            ],
            responses: {
              200: { $ref: "#/paths/~1a~1{id}/get/responses/200" },
              201: { $ref: "#/components/responses/R" },
            },
          },
          post: {
            operationId: "postB",
            parameters: [{ $ref: "#/paths/~1a~1{id}/get/parameters/0" }],
            requestBody: { $ref: "#/components/requestBodies/B" },
            responses,
          },
        },
        "/c/{id}": { $ref: "#/paths/~1a~1{id}" },
      },
      components: {
        parameters: { P: { name: "p", in: "query", schema: number } },
        responses: {
          R: {
            description: "d",
            headers: { "X-H": { schema: text } },
            content: { "application/json": { schema: object({ r: text }) } },
          },
        },
        requestBodies: { B: { content: { "application/json": { schema: object({ b: text }, ["b"]) } } } },
      },
    },
    takes: [
      "{ answer: [{ x: 1 }], item: { x: 1 }, parameter: 1, own: 'x', response: 'a', header: 'a', body: { b: 'a' } }",
    ],
    refuses: [
      "{ answer: [{}] }",
      "{ item: {} }",
      "{ parameter: 'a' }",
      "{ own: 'y' }",
      "{ response: 1 }",
      "{ header: 1 }",
      "{ body: {} }",
    ],
  },
  {
    name: "to a path item in its own callback",
    schema: text,
    others: {
      paths: {
        "/a": {
          post: {
            operationId: "postA",
            callbacks: { done: { "{$request.body#/url}": { $ref: "#/paths/~1a" } } },
            responses,
          },
        },
      },
    },
  },
  {
    name: "of a response to itself",
    others: {
      paths: {
        "/a": { get: { operationId: "a", responses: { 200: { $ref: "#/paths/~1a/get/responses/200" } } } },
      },
    },
    findings: ["ref-cycle /paths/~1a/get/responses/200/$ref"],
  },
  {
    name: "of a path item to itself",
    others: { paths: { "/a": { $ref: "#/paths/~1a" } } },
    findings: ["ref-cycle /paths/~1a/$ref"],
  },
  {
    name: "of a schema to a parameter",
    schema: { $ref: "#/components/parameters/P" },
    others: { components: { parameters: { P: { name: "p", in: "query", schema: text } } } },
    isLenient: true,
  },
  {
    name: "of a parameter to a schema",
    others: { paths: { "/a": { get: { operationId: "a", parameters: [to("A")], responses } } } },
    schemas: { A: object({ a: text }) },
    isLenient: true,
  },
  {
    name: "of a response to a schema",
    others: { paths: { "/a": { get: { operationId: "a", responses: { 200: to("A") } } } } },
    schemas: { A: object({ a: text }) },
    isLenient: true,
  },
  {
    name: "of a body to a string",
    others: {
      paths: { "/a": { post: { operationId: "a", requestBody: { $ref: "#/info/title" }, responses } } },
    },
    findings: ["ref-kind /paths/~1a/post/requestBody/$ref"],
  },
  {
    name: "of a path item to a string",
    others: { paths: { "/a": { $ref: "#/info/title" } } },
    findings: ["ref-kind /paths/~1a/$ref"],
  },
  {
    name: "of an operation to a list",
    others: {
      paths: { "/a": { get: { $ref: "#/servers" } } },
      servers: [{ url: "https://x.example" }] as never,
    },
    findings: ["ref-kind /paths/~1a/get/$ref"],
  },
  {
    name: "of parameters to null",
    others: {
      paths: { "/a": { get: { operationId: "a", parameters: [{ $ref: "#/x-null" }], responses } } },
      "x-null": null as never,
    },
    findings: ["ref-kind /paths/~1a/get/parameters/0/$ref"],
  },
];
