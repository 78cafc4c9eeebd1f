import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type CompiledSchema, compile } from "../../../reader/validation/index.js";
import { support } from "../../../reader/validation/support.js";
import { generateValidators } from "../../support/reader/validation/generate-validators.js";
import { near } from "../../support/reader/validation/json-near.js";
import { isValid } from "../../support/reader/validation/reference-validator.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";
const letters = [..."abcd"];
const many = Array.from({ length: 240 }, (_, index) => `p${index}`);

/** One schema for each supported keyword, alone and with keywords that change its meaning. */
const schemas: Readonly<Record<string, object>> = {
  recursive: {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { enum: ["a", "b"] },
      next: { $ref: "#" },
      a: { type: "array", items: { $ref: "#" } },
    },
  },
  "many-required": {
    type: "object",
    required: many,
    properties: Object.fromEntries(many.map((name) => [name, { type: "integer" }])),
  },
  "unevaluated-properties": {
    type: "object",
    allOf: [{ properties: { a: { type: "string" } } }, { $ref: "#/$defs/more" }],
    anyOf: [{ properties: { c: true }, required: ["c"] }, { properties: { d: true } }],
    properties: { kind: { const: "a" } },
    unevaluatedProperties: false,
    $defs: { more: { properties: { b: { type: "number" } } } },
  },
  "unevaluated-schema": {
    properties: { a: true },
    if: { properties: { b: { const: 1 } }, required: ["b"] },
    else: { properties: { c: true } },
    unevaluatedProperties: { type: "integer" },
  },
  "unevaluated-items": {
    prefixItems: [{ type: "string" }],
    allOf: [{ prefixItems: [true, true] }],
    unevaluatedItems: { type: "number" },
  },
  "dependent-required": { type: "object", dependentRequired: { a: ["b", "c"], constructor: ["toString"] } },
  "dependent-schemas": { dependentSchemas: { a: { required: ["b"] }, c: false } },
  "property-names": { type: "object", propertyNames: { minLength: 2, pattern: "^[a-z]" } },
  "pattern-properties": {
    type: "object",
    properties: { a: { type: "string" } },
    patternProperties: { "^x-": { type: "integer" }, "^[bx]": { not: { const: 1 } } },
    additionalProperties: { type: "boolean" },
  },
  contains: { type: "array", contains: { type: "string", minLength: 2 } },
  "contains-between": { contains: { const: 1 }, minContains: 2, maxContains: 3 },
  "prefix-items": { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
  not: { not: { type: ["string", "null"] } },
  "if-then-else": JSON.parse(
    '{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"not": {"type": "null"}}}',
  ) as object,
  "const-object": { const: { a: [1, { b: null }] } },
  "enum-objects": { enum: [{ a: 1 }, [1, 2], "a", 1, null, { kind: { a: 1 } }] },
  "unique-items": { type: "array", uniqueItems: true },
  "unique-scalars": { type: "array", items: { type: ["string", "number"] }, uniqueItems: true },
  lengths: { type: "string", minLength: 1, maxLength: 2 },
  numbers: { type: ["number", "null"], minimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
  untyped: { minimum: 1, minLength: 2, minItems: 1, minProperties: 1, maxProperties: 3, pattern: "^a" },
  closed: { type: "object", properties: { a: { type: "string" }, b: false }, additionalProperties: false },
  "one-of": { oneOf: [{ required: ["a"] }, { required: ["b"] }, { type: "array" }] },
  "any-of": {
    anyOf: [
      { type: "string", format: "date-time" },
      { type: "object", properties: { a: { type: "null" } } },
    ],
  },
  inherited: {
    type: "object",
    required: ["constructor", "toString", "__proto__"],
    properties: {
      ["__proto__"]: { type: "string" },
      constructor: { type: "integer" },
      a: { type: "string" },
    },
  },
  "inherited-closed": {
    properties: { toString: true, ["__proto__"]: { type: "number" } },
    additionalProperties: false,
  },
  "inherited-unevaluated": {
    anyOf: [{ properties: { a: true } }, { patternProperties: { "^b": true } }],
    unevaluatedProperties: false,
  },
  nested: {
    type: "object",
    properties: Object.fromEntries(
      letters.map((name) => [
        name,
        {
          type: "object",
          required: ["a"],
          properties: { a: { $ref: "#/$defs/leaf" }, b: { type: "boolean" } },
        },
      ]),
    ),
    $defs: {
      leaf: {
        type: "array",
        items: { type: "object", properties: { kind: { enum: ["a", 1, true, null] } } },
        maxItems: 3,
      },
    },
  },
};

describe("a generated validator, keyword by keyword", () => {
  let validators: Readonly<Record<string, CompiledSchema>>;
  beforeAll(async () => {
    validators = await generateValidators(
      Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { $schema, ...schema }])),
    );
  });

  it.each(Object.entries(schemas))("agrees with the specification: %s", (name, schema) => {
    const generated = validators[name];
    if (generated === undefined) throw new Error(`no validator ${name}`);
    const compiled = compile(schema);
    let valid = 0;
    const arbitrary =
      name === "many-required" ? fc.subarray(many, { minLength: 230 }).map(objectOfOnes) : near(schema);
    fc.assert(
      fc.property(arbitrary, (value) => {
        const wanted = isValid(schema, value, { "date-time": support.isDateTime });
        if (wanted) valid++;
        for (const { is, check } of [generated, compiled]) {
          const found = check(value);
          expect({ value, is: is(value), valid: found.length === 0 }).toEqual({
            value,
            is: wanted,
            valid: wanted,
          });
          expect(check(value, { all: false })).toEqual(found.slice(0, 1));
          for (const { code, pointer, schemaPointer, message } of found) {
            expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
            expect(schemaPointer).toMatch(/#(?:\/|$)/);
            expect(`${pointer} ${message}`).not.toMatch(/undefined|\[object/);
          }
        }
      }),
      { numRuns: 400 },
    );
    expect(valid).toBeGreaterThan(0);
  });

  it("counts missing properties among hundreds of required ones", () => {
    const found = validators["many-required"]?.check({ p0: 1, p239: "x" });
    expect(found).toHaveLength(239);
    expect(found?.[0]).toMatchObject({
      code: "required",
      property: "p1",
      message: "the document lacks the required property `p1`",
    });
  });

  it.each([
    ["dependent-required", { a: 1, b: 1 }, "the document lacks the property `c`, which `a` requires"],
    ["property-names", { "9": 1 }, "the property name `9` is shorter than 2 characters"],
    ["contains", ["a"], "the document has fewer than 1 item matching `contains`"],
    ["contains-between", [1], "the document has fewer than 2 or more than 3 items matching `contains`"],
    ["prefix-items", ["a", 1, 2], "the document has more items than the contract allows"],
    ["closed", { b: 1 }, "`b` isn't allowed"],
    ["closed", { c: 1 }, "the document has the property `c`, which the contract doesn't allow"],
    ["unique-items", [{ a: 1 }, { a: 1 }], "the document contains duplicate items"],
    ["numbers", "1", "the document is a string, not a number or null"],
  ])("describes a violation of %s in a sentence", (name, value, message) => {
    expect(validators[name]?.check(value).map((violation) => violation.message)).toContain(message);
  });
});

function objectOfOnes(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, 1]));
}
