import { byIdentifier } from "./identifier-cases.js";
import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const number = { type: "number" };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});
const user = object({ name: text }, ["name"]);

/** References in a JSON Schema file. */
export const inSchemaFiles: readonly ReferenceCase[] = [
  ...byIdentifier,
  {
    name: "to the root",
    schema: object({ next: { $ref: "#" } }),
    takes: ["{ next: {} }"],
    refuses: ["{ next: 1 }"],
  },
  {
    name: "that is empty",
    schema: object({ next: { $ref: "" } }),
    takes: ["{ next: {} }"],
    refuses: ["{ next: 1 }"],
  },
  {
    name: "into definitions, $defs and allOf",
    schema: {
      ...object({
        a: { $ref: "#/definitions/A" },
        b: { $ref: "#/$defs/B/items" },
        c: { $ref: "#/allOf/0/properties/c" },
      }),
      definitions: { A: text },
      allOf: [object({ c: number })],
    },
    schemas: { B: { type: "array", items: text } },
    takes: ["{ a: 'a', b: 'b', c: 1 }"],
    refuses: ["{ a: 1 }", "{ b: 1 }", "{ c: 'a' }"],
  },
  {
    name: "into examples",
    schema: { ...object({ a: { $ref: "#/examples/0" } }), examples: [{ type: "string" }] },
    takes: ["{ a: 'a' }"],
  },
  {
    name: "in a cycle of maps",
    schema: { type: "object", additionalProperties: { $ref: "#" } },
    takes: ["{ a: { b: {} } }"],
    refuses: ["{ a: 1 }"],
  },
  {
    name: "in a cycle of maps and unions",
    schema: { $ref: "#/$defs/Json" },
    schemas: {
      Json: {
        anyOf: [
          text,
          { type: "array", items: { $ref: "#/$defs/Json" } },
          { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
        ],
      },
    },
    takes: ["{ a: ['b', { c: 'd' }] }"],
    refuses: ["1", "{ a: 1 }"],
  },
  {
    name: "with an own $id and relative files",
    schema: {
      $id: "https://example.com/v1/subject",
      ...object({ a: { $ref: "a" }, b: { $ref: "./b.json" } }),
    },
    files: {
      "x/a.schema.json": {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: "https://example.com/v1/a",
        ...user,
      },
      "b.json": { $id: "https://example.com/v1/b.json", type: "string" },
    },
    takes: ["{ a: { name: 'n' }, b: 'b' }"],
    refuses: ["{ a: {} }", "{ b: 1 }"],
  },
];
