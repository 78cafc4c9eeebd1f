import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const number = { type: "number" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});

/** References that lead back to where they are. */
export const cycles: readonly ReferenceCase[] = [
  {
    name: "to itself below a property, a list and a map",
    schema: to("Tree"),
    schemas: {
      Tree: object({
        next: to("Tree"),
        all: { type: "array", items: to("Tree") },
        by: { type: "object", additionalProperties: to("Tree") },
      }),
    },
    takes: ["{ next: { all: [{}], by: { a: {} } } }"],
    refuses: ["{ next: 1 }", "{ all: [1] }", "{ by: { a: 1 } }"],
  },
  {
    name: "to a part that contains it",
    schema: to("Tree/properties/node"),
    schemas: { Tree: object({ node: object({ name: text, up: to("Tree/properties/node") }, ["name"]) }) },
    takes: ["{ name: 'a', up: { name: 'b' } }"],
    refuses: ["{ name: 'a', up: {} }", "{}"],
  },
  {
    name: "in a list of lists of itself",
    schema: to("Lists"),
    schemas: { Lists: { type: "array", items: to("Lists") } },
    takes: ["[[], [[]]]"],
    refuses: ["[1]", "[['a']]"],
  },
  {
    name: "in a cycle of items through a part",
    schema: to("Lists/items"),
    schemas: { Lists: { type: "array", items: { type: "array", items: to("Lists/items") } } },
    takes: ["[[], [[]]]"],
    refuses: ["[1]"],
  },
  {
    name: "in a cycle of maps",
    schema: to("Map"),
    schemas: { Map: { type: "object", additionalProperties: to("Map") } },
    takes: ["{ a: { b: {} } }"],
    refuses: ["{ a: 1 }"],
  },
  {
    name: "in a union with lists of itself",
    schema: to("Json"),
    schemas: {
      Json: {
        oneOf: [
          text,
          { type: "array", items: to("Json") },
          { type: "object", additionalProperties: to("Json") },
        ],
      },
    },
    takes: ["'a'", "['a', ['b']]", "{ a: ['b'] }"],
    refuses: ["1", "[1]", "{ a: 1 }"],
  },
  {
    name: "from a member of oneOf back to the base that has the oneOf (allOf)",
    schema: to("Pet"),
    schemas: {
      Pet: { type: "object", required: ["kind"], properties: { kind: text }, oneOf: [to("Cat"), to("Dog")] },
      Cat: { allOf: [to("Pet"), object({ lives: number }, ["lives"])] },
      Dog: { allOf: [to("Pet"), object({ tricks: text }, ["tricks"])] },
    },
    takes: ["{ kind: 'cat', lives: 9 }", "{ kind: 'dog', tricks: 'sit' }"],
    refuses: ["{ kind: 'cat' }", "{ lives: 9 }", "{ kind: 'dog', tricks: 1 }"],
  },
  ...["oneOf", "anyOf"].map((keyword) => ({
    name: `to itself in ${keyword}`,
    schema: to("A"),
    schemas: { A: { [keyword]: [to("A"), text] } },
    takes: ["'a'"],
    refuses: ["1"],
  })),
  {
    name: "to itself in allOf",
    schema: to("A"),
    schemas: { A: { allOf: [to("A"), text] } },
    findings: ["ref-cycle /components/schemas/A/allOf/0/$ref"],
  },
  {
    name: "to itself",
    schema: to("A"),
    schemas: { A: to("A") },
    findings: ["ref-cycle /components/schemas/A/$ref"],
  },
  { name: "to itself in not", schema: to("A"), schemas: { A: { not: to("A") } } },
  {
    name: "around through oneOf, anyOf and allOf",
    schema: to("A"),
    schemas: {
      A: { oneOf: [to("B"), text] },
      B: { anyOf: [to("C"), number] },
      C: { allOf: [to("A"), object({ x: text })] },
    },
  },
  {
    name: "around two unions",
    schema: to("A"),
    schemas: { A: { oneOf: [to("B"), text] }, B: { oneOf: [to("A"), number] } },
    takes: ["'a'", "1"],
    refuses: ["true"],
  },
];
