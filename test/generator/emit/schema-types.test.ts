import { expect, test } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});
const text = { type: "string" };

/** Each schema with TypeScript values that its type accepts and values that it rejects. */
const cases: readonly (readonly [schema: object, takes: readonly string[], refuses: readonly string[]])[] = [
  [
    object({ x: text, y: { type: "integer" } }, ["x"]),
    ["{ x: 'a' }", "{ x: 'a', y: 1 }"],
    ["{}", "{ x: 'a', y: null }"],
  ],
  [object({ x: true, y: false, z: {} }), ["{ x: 1, z: [] }", "{}"], ["{ y: 1 }"]],
  [{ type: "object" }, ["{ any: 1 }"], ["1", "'a'"]],
  [{ type: "object", additionalProperties: { type: "number" } }, ["{ a: 1 }"], ["{ a: 'b' }"]],
  [{ type: "object", additionalProperties: false }, ["{}"], ["{ a: 1 }"]],
  [{ type: ["object", "null"], properties: { x: text } }, ["null", "{ x: 'a' }"], ["{ x: 1 }"]],
  [{ type: ["string", "null"], enum: ["a", null] }, ["'a'", "null"], ["'b'"]],
  [{ enum: [1, "1", { a: [1] }] }, ["1", "'1'", "{ a: [1] }"], ["true", "{ a: [2] }"]],
  [{ const: null }, ["null"], ["undefined"]],
  [{ type: "array", items: { anyOf: [text, { type: "null" }] } }, ["['a', null]", "[]"], ["[1]", "'a'"]],
  [{ type: "array", prefixItems: [text], items: false }, ["['a']", "[]"], ["[1]", "['a', 'b']"]],
  [{ type: "array", prefixItems: [text], items: { type: "number" } }, ["['a', 1, 2]"], ["[1]", "['a', 'b']"]],
  [
    { oneOf: [object({ k: { const: "a" } }, ["k"]), { type: "array" }] },
    ["{ k: 'a' }", "[1]"],
    ["{ k: 'b' }"],
  ],
  [object({ next: { $ref: "#" } }), ["{ next: { next: {} } }"], ["{ next: 1 }"]],
  [
    { ...object({ y: { type: "number" } }, ["y"]), allOf: [object({ x: text }, ["x"])] },
    ["{ x: 'a', y: 1 }"],
    ["{ y: 1 }", "{ x: 'a' }", "{ x: 1, y: 1 }"],
  ],
  [
    object({ inner: { ...object({ y: text }), allOf: [{ $ref: "#/$defs/base" }] } }),
    ["{ inner: { x: 'a' } }", "{ inner: { x: 'a', y: 'b' } }"],
    ["{ inner: {} }", "{ inner: { x: 'a', y: 1 } }"],
  ],
  [{ not: text }, ["1", "'a'"], []],
  [{ type: "string", "x-extensible-enum": ["a"] }, ["'a'", "'later'"], ["1", "null"]],
  [{ type: ["string", "null"], "x-extensible-enum": ["a"] }, ["'later'", "null"], ["1"]],
  [{ anyOf: [{ enum: ["a"] }, text] }, ["'a'", "'later'"], ["1"]],
];

test("an extensible string isn't a plain string: editors still suggest the known values", async () => {
  const files = await generateFrom([
    await contractFolder({
      "grows.schema.json": { anyOf: [{ enum: ["a"] }, text] },
      "listed.schema.json": { type: "string", "x-extensible-enum": ["a"] },
    }),
  ]);
  expect(files.get("schemas.ts")).toContain('export type Grows = "a" | (string & {});');
  expect(files.get("schemas.ts")).toContain('export type Listed = "a" | (string & {});');
});

test("a type accepts the values that its schema allows, and rejects values of another shape", async () => {
  const schemas = cases.map(([schema], index) => [
    `case-${index}.schema.json`,
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...schema,
      $defs: { base: object({ x: text }, ["x"]) },
    },
  ]);
  const files = await generateFrom([await contractFolder(Object.fromEntries(schemas))]);
  const lines = cases.flatMap(([, takes, refuses], index) => [
    ...takes.map((value) => `take<Case${index}>(${value});`),
    ...refuses.flatMap((value) => ["// @ts-expect-error", `take<Case${index}>(${value});`]),
  ]);
  const names = cases.map((_, index) => `Case${index}`).join(", ");
  const use = `import type { ${names} } from "./schemas.js";\ndeclare function take<T>(value: T): void;\n${lines.join("\n")}\n`;
  const errors = typeCheck(new Map([...files, ["use.ts", use]]));
  const shown = errors.map((error) => `${error} ${use.split("\n")[Number(error.split(":")[1]) - 1]}`);
  expect(shown).toEqual([]);
});
