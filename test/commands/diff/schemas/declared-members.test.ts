import fc from "fast-check";
import { expect, it } from "vitest";
import { DeclaredMembers } from "../../../../commands/diff/parts/schema-lookup.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { support } from "../../../../reader/validation/support.js";
import { editedPair } from "../../../support/commands/diff/inclusion/edited-schema.js";
import { near } from "../../../support/reader/validation/json-near.js";

/** Whether a sender that follows a schema sends such a document, as far as its members are concerned. */
function sends(schema: unknown, document: unknown): boolean {
  const declared = new DeclaredMembers().of(schemaDefinition({ schema }).node);
  if (declared === undefined) throw new Error("a small schema is expected");
  return support.conforms(declared, document);
}

const person = { properties: { name: {}, home: { properties: { city: {} } } } };

it.each<[string, unknown, unknown, boolean]>([
  ["a declared member", person, { name: 1 }, true],
  ["another member", person, { age: 1 }, false],
  ["a declared member further in", person, { home: { city: 1 } }, true],
  ["another member further in", person, { home: { street: 1 } }, false],
  ["another member of an item", { items: person }, [{ name: 1 }, { age: 1 }], false],
  ["a member that is only required", { ...person, required: ["age"] }, { age: 1 }, true],
  ["a member of an alternative", { anyOf: [person, { properties: { age: {} } }] }, { age: 1, name: 1 }, true],
  ["a member of no alternative", { anyOf: [person, { properties: { age: {} } }] }, { size: 1 }, false],
  ["a member that only `not` mentions", { ...person, not: { properties: { age: {} } } }, { age: 1 }, false],
  ["any member of an object without declared ones", { type: "object" }, { size: 1 }, true],
  [
    "a member that a schema for further ones describes",
    { ...person, additionalProperties: { type: "integer" } },
    { size: 1 },
    true,
  ],
  [
    "another member beside `additionalProperties: true`",
    { ...person, additionalProperties: true },
    { size: 1 },
    false,
  ],
  [
    "another member beside `additionalProperties: {}`",
    { ...person, additionalProperties: {} },
    { size: 1 },
    false,
  ],
  ["a member that a pattern declares", { patternProperties: { "^x-": {} } }, { "x-a": 1 }, true],
  ["a member that no pattern declares", { patternProperties: { "^x-": {} } }, { a: 1 }, false],
  ["what isn't an object", person, "text", true],
])("%s", (_, schema, document, expected) => {
  expect(sends(schema, document)).toBe(expected);
});

it("ends in a recursive schema", () => {
  const list = { properties: { value: {}, next: { $ref: "#" } } };
  expect(sends(list, { next: { next: { value: 1 } } })).toBe(true);
  expect(sends(list, { next: { next: { size: 1 } } })).toBe(false);
});

it("accepts everything without members", () => {
  fc.assert(
    fc.property(
      editedPair.chain(({ old }) => fc.tuple(fc.constant(old), near(old))),
      ([schema, value]) => {
        const isObject = value !== null && typeof value === "object";
        if (!isObject) expect(sends(schema, value)).toBe(true);
        if (isObject && !Array.isArray(value)) expect(sends(schema, {})).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
