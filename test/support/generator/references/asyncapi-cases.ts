import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});

/** References between the parts of an AsyncAPI document. */
export const inAsyncApi: readonly ReferenceCase[] = [
  {
    name: "through a referenced channel",
    schema: text,
    others: {
      channels: { a: { $ref: "#/components/channels/A" } },
      operations: {
        onA: {
          action: "receive",
          channel: { $ref: "#/channels/a" },
          messages: [{ $ref: "#/channels/a/messages/M" }],
        },
      },
      components: {
        channels: { A: { address: "a", messages: { M: { payload: object({ m: text }, ["m"]) } } } },
      },
    },
  },
  {
    name: "through a referenced channel in a file",
    schema: text,
    others: {
      channels: { a: { $ref: "channels.yaml#/channels/A" } },
      operations: {
        onA: {
          action: "receive",
          channel: { $ref: "#/channels/a" },
          messages: [{ $ref: "#/channels/a/messages/M" }],
        },
      },
    },
    files: {
      "channels.yaml": {
        channels: { A: { address: "a", messages: { M: { $ref: "#/m" } } } },
        m: { payload: object({ m: text }, ["m"]) },
      },
    },
  },
  {
    name: "of a message to another's payload, and in headers and traits",
    schema: { $ref: "#/components/messages/Other/payload" },
    others: {
      components: {
        messages: {
          Other: {
            payload: object({ o: text }, ["o"]),
            headers: { $ref: "#/components/schemas/H/properties/h" },
            traits: [{ $ref: "#/components/messageTraits/T" }],
          },
        },
        messageTraits: { T: { name: "t" } },
      },
    },
    schemas: { H: object({ h: object({ x: text }) }) },
    takes: ["{ o: 'a' }"],
    refuses: ["{}"],
  },
  {
    name: "of a multi-format payload",
    schema: { schemaFormat: "application/vnd.aai.asyncapi+json;version=3.0.0", schema: to("A/properties/b") },
    schemas: { A: object({ b: object({ x: text }, ["x"]) }) },
    takes: ["{ x: 'a' }"],
    refuses: ["{}"],
  },
];
