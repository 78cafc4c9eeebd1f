import { broken } from "./broken-cases.js";
import { cycles } from "./cycle-cases.js";
import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const number = { type: "number" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});

/** A component with a schema at each place that a reference can lead to. */
const whole = {
  type: "object",
  properties: {
    b: text,
    c: { type: "object", properties: { d: number } },
    list: { type: "array", items: object({ x: number }, ["x"]) },
  },
  additionalProperties: number,
  allOf: [object({ base: text }, ["base"])],
  oneOf: [object({ one: text }, ["one"]), object({ two: number }, ["two"])],
  anyOf: [object({ three: text }, ["three"]), {}],
  not: { type: "array", items: text },
};

/** References that mean the same in OpenAPI 3.0, in OpenAPI 3.1 and in AsyncAPI 3. */
export const everywhere: readonly ReferenceCase[] = [
  ...(
    [
      ["properties/b", ["'a'"], ["1"]],
      ["properties/c/properties/d", ["1"], ["'a'"]],
      ["properties/list/items", ["{ x: 1 }"], ["{}", "'a'", "{ x: 'a' }"]],
      ["properties/list/items/properties/x", ["1"], ["'a'"]],
      ["additionalProperties", ["1"], ["'a'"]],
      ["allOf/0", ["{ base: 'a' }"], ["{}", "{ base: 1 }"]],
      ["oneOf/1", ["{ two: 1 }"], ["{ one: 'a' }"]],
      ["anyOf/0", ["{ three: 'a' }"], ["{}"]],
      ["not", ["['a']"], ["[1]"]],
    ] as const
  ).map(([pointer, takes, refuses]) => ({
    name: `into ${pointer}`,
    schema: to(`Whole/${pointer}`),
    schemas: { Whole: whole },
    takes,
    refuses,
  })),
  {
    name: "into a component that is a reference",
    schema: to("Alias/properties/b"),
    schemas: { Alias: to("Whole"), Whole: whole },
    takes: ["'a'"],
    refuses: ["1"],
  },
  {
    name: "to a reference",
    schema: to("A"),
    schemas: { A: to("B"), B: to("C/properties/b"), C: object({ b: text }) },
    takes: ["'a'"],
    refuses: ["1"],
  },
  {
    name: "in each keyword",
    schema: object({
      inItems: { type: "array", items: to("Text") },
      inMap: { type: "object", additionalProperties: to("Text") },
      inAllOf: { allOf: [to("Base"), to("Other")] },
      inOneOf: { oneOf: [to("Text"), to("Base")] },
      inAnyOf: { anyOf: [to("Text"), to("Base")] },
      inNot: { not: to("Text") },
    }),
    schemas: {
      Text: text,
      Base: object({ base: text }, ["base"]),
      Other: object({ other: number }, ["other"]),
    },
    takes: [
      "{ inItems: ['a'], inMap: { a: 'b' }, inAllOf: { base: 'a', other: 1 }, inOneOf: 'a', inAnyOf: { base: 'a' }, inNot: 1 }",
    ],
    refuses: [
      "{ inItems: [1] }",
      "{ inMap: { a: 1 } }",
      "{ inAllOf: { base: 'a' } }",
      "{ inOneOf: 1 }",
      "{ inAnyOf: {} }",
    ],
    invalid: ["{ inNot: 'a' }"],
  },
  {
    name: "through ~1, ~0 and percent escapes",
    schema: object({
      a: to("Odd/properties/a~1b"),
      b: to("Odd/properties/c~0d"),
      c: to("Odd/properties/e%20f"),
      d: to("Odd/properties/%C3%BC"),
      e: to("Odd/properties/%25"),
      f: to("Odd/properties/~01"),
    }),
    schemas: { Odd: object({ "a/b": text, "c~d": number, "e f": text, ü: number, "%": text, "~1": number }) },
    takes: ["{ a: 'a', b: 1, c: 'a', d: 1, e: 'a', f: 1 }"],
    refuses: ["{ a: 1 }", "{ b: 'a' }", "{ c: 1 }", "{ d: 'a' }", "{ e: 1 }", "{ f: 'a' }"],
  },
  {
    name: "to names of keywords and of members of Object.prototype",
    schema: object({
      a: to("Odd/properties/properties"),
      b: to("Odd/properties/$ref"),
      c: to("Odd/properties/constructor"),
      d: to("Odd/properties/items/properties/items"),
    }),
    schemas: {
      Odd: object({ properties: text, $ref: number, constructor: text, items: object({ items: number }) }),
    },
    takes: ["{ a: 'a', b: 1, c: 'a', d: 1 }"],
    refuses: ["{ a: 1 }", "{ b: 'a' }", "{ c: 1 }", "{ d: 'a' }"],
  },
  ...cycles,
  ...broken,
  {
    name: "into another file's parts",
    schema: object({
      a: { $ref: "other.yaml#/components/schemas/X/properties/y" },
      b: { $ref: "other.yaml#/components/schemas/X/properties/list/items" },
      c: { $ref: "./dir/more.json#/definitions/Z/allOf/0" },
    }),
    files: {
      "other.yaml": {
        components: {
          schemas: {
            X: object({
              y: text,
              list: { type: "array", items: object({ n: { $ref: "#/components/schemas/X/properties/y" } }) },
            }),
          },
        },
      },
      "dir/more.json": {
        definitions: {
          Z: { allOf: [object({ back: { $ref: "../other.yaml#/components/schemas/X/properties/y" } })] },
        },
      },
    },
    takes: ["{ a: 'a', b: { n: 'a' }, c: { back: 'a' } }"],
    refuses: ["{ a: 1 }", "{ b: { n: 1 } }", "{ c: { back: 1 } }"],
  },
  {
    name: "to a whole file",
    schema: object({ a: { $ref: "whole.json" }, b: { $ref: "whole.json#" } }),
    files: { "whole.json": object({ x: text }, ["x"]) },
    takes: ["{ a: { x: 'a' }, b: { x: 'a' } }"],
    refuses: ["{ a: {} }", "{ b: { x: 1 } }"],
  },
  {
    name: "to a file and back to the document's parts",
    schema: { $ref: "other.yaml#/X" },
    schemas: { Own: object({ deep: object({ n: number }, ["n"]) }) },
    files: {
      "other.yaml": {
        X: object({
          own: { $ref: "DOCUMENT#/components/schemas/Own/properties/deep" },
          next: { $ref: "#/X" },
        }),
      },
    },
    takes: ["{ own: { n: 1 }, next: { own: { n: 2 } } }"],
    refuses: ["{ own: {} }", "{ next: { own: { n: 'a' } } }"],
  },
  {
    name: "to a file whose name has spaces and escapes",
    schema: object({ a: { $ref: "a%20b.json#/x" }, b: { $ref: "ü#.json" }, c: { $ref: "./%C3%BC.json" } }),
    files: { "a b.json": { x: text }, "ü.json": number },
    findings: ["ref-not-found SUBJECT/properties/b/$ref"],
  },
  {
    name: "by $anchor",
    schema: { $ref: "other.json#here" },
    files: {
      "other.json": { type: "object", $defs: { a: { $anchor: "here", ...object({ n: number }, ["n"]) } } },
    },
    takes: ["{ n: 1 }"],
    refuses: ["{}", "{ n: 'a' }"],
  },
  {
    name: "from file to file and around",
    schema: { $ref: "a.json" },
    files: {
      "a.json": object({ b: { $ref: "b.json" }, text }),
      "b.json": object({ a: { $ref: "a.json" }, c: { $ref: "sub/c.json#/$defs/c" } }),
      "sub/c.json": { $defs: { c: object({ up: { $ref: "../a.json#/properties/text" } }) } },
    },
    takes: ["{ b: { a: { b: {} }, c: { up: 'a' } }, text: 'a' }"],
    refuses: ["{ b: { c: { up: 1 } } }", "{ b: { a: { text: 1 } } }"],
  },
  {
    name: "to the whole of a file from within it",
    schema: { $ref: "node.json" },
    files: { "node.json": object({ next: { $ref: "#" } }) },
    takes: ["{ next: { next: {} } }"],
    refuses: ["{ next: 1 }"],
  },
  {
    name: "named __proto__",
    schema: object({ a: to("__proto__"), b: to("X/properties/__proto__") }),
    schemas: JSON.parse(
      '{ "__proto__": { "type": "string" }, "X": { "type": "object", "properties": { "__proto__": { "type": "number" } } } }',
    ),
    takes: ["{ a: 'a', b: 1 }"],
    refuses: ["{ a: 1 }", "{ b: 'a' }"],
  },
];
