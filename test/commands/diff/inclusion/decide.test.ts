import { describe, expect, it } from "vitest";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { canonical } from "../../../../commands/diff/inclusion/goal/canonical.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { ExactNumber } from "../../../../reader/documents/exact-number.js";

const draft07 = "http://json-schema.org/draft-07/schema#";
const decide = (of: unknown, within: unknown, limits: { steps?: number; time?: number } = {}) =>
  decideInclusion(
    { of: schemaDefinition({ schema: of }), in: schemaDefinition({ schema: within }) },
    { now: () => 0, ...limits },
  );
const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const list = (value: unknown) => ({
  $ref: "#/$defs/node",
  $defs: {
    node: { type: "object", required: ["value"], properties: { value, next: { $ref: "#/$defs/node" } } },
  },
});
const rule = (name: string, equal: readonly string[]) => ({ rule: name, equal, level: "must", message: "…" });
const abc = { type: "object", required: ["a", "b", "c"], properties: { a: { type: "string" } } };

describe("a change that keeps the meaning", () => {
  it.each<[string, unknown, unknown]>([
    ["`allOf` around a schema", person, { allOf: [person] }],
    [
      "keywords moved into `allOf`",
      person,
      { type: "object", allOf: [{ properties: person.properties }, { required: ["name"] }] },
    ],
    ["an enum as `oneOf` of `const`", { enum: ["a", "b"] }, { oneOf: [{ const: "b" }, { const: "a" }] }],
    ["a schema moved to a definition", person, { $ref: "#/$defs/p", $defs: { p: person } }],
    [
      "`definitions` renamed to `$defs`",
      { $schema: draft07, $ref: "#/definitions/p", definitions: { p: person } },
      { $ref: "#/$defs/p", $defs: { p: person } },
    ],
    [
      "draft-07 `items` as `prefixItems`",
      { $schema: draft07, items: [true, { type: "string" }], additionalItems: false },
      { prefixItems: [true, { type: "string" }], items: false },
    ],
    [
      "draft-07 `dependencies` split",
      { $schema: draft07, dependencies: { a: ["b"] } },
      { dependentRequired: { a: ["b"] } },
    ],
    ["`not` twice", person, { not: { not: person } }],
    ["types as `anyOf`", { type: ["string", "null"] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    ["`integer` as a multiple of 1", { type: "integer" }, { type: "number", multipleOf: 1 }],
    [
      "integer bounds, open and closed",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    [
      "an optional property as `if`",
      { properties: { a: { type: "string" } }, type: "object" },
      { type: "object", if: { not: { required: ["a"] } }, else: { properties: { a: { type: "string" } } } },
    ],
    [
      "a pattern written in another way",
      { pattern: "^[0-9]{2,3}$" },
      { pattern: "^(?:[0-9][0-9]|[0-9][0-9][0-9])$" },
    ],
    [
      "a length as a pattern",
      { type: "string", minLength: 2, maxLength: 2 },
      { type: "string", pattern: "^[^]{2}$" },
    ],
    [
      "`required` as `minProperties` of a closed object",
      { type: "object", properties: { a: true }, additionalProperties: false, required: ["a"] },
      { type: "object", properties: { a: true }, additionalProperties: false, minProperties: 1 },
    ],
    [
      "`unevaluatedProperties` without applicators",
      { properties: { a: true }, unevaluatedProperties: false },
      { properties: { a: true }, additionalProperties: false },
    ],
    [
      "a recursive schema unrolled once",
      list({ type: "string" }),
      {
        ...list({ type: "string" }),
        $ref: undefined,
        type: "object",
        required: ["value"],
        properties: { value: { type: "string" }, next: { $ref: "#/$defs/node" } },
      },
    ],
    [
      "a cross-field rule under another name",
      { ...abc, "x-rules": [rule("old", ["/a", "/b"])] },
      { ...abc, "x-rules": [rule("new", ["/a", "/b"])] },
    ],
  ])("is silent: %s", (_, old, next) => {
    const [before, after] = [old, next].map((each) => JSON.parse(JSON.stringify(each)) as unknown);
    expect(decide(before, after)).toEqual({ kind: "included" });
    expect(decide(after, before)).toEqual({ kind: "included" });
  });
});

describe("a change that narrows", () => {
  it.each<[string, unknown, unknown, unknown]>([
    ["a removed enum value", { enum: ["a", "b"] }, { enum: ["a"] }, "b"],
    ["an added required property", person, { ...person, required: ["name", "age"] }, { name: "" }],
    [
      "a closed object",
      { type: "object", properties: { a: true } },
      { type: "object", properties: { a: true }, additionalProperties: false },
      { example: null },
    ],
    ["a smaller maximum", { type: "integer", maximum: 10 }, { type: "integer", maximum: 9 }, 10],
    ["a finer step", { type: "number", multipleOf: 0.01 }, { type: "number", multipleOf: 0.05 }, 0.01],
    [
      "unique items",
      { type: "array", items: { enum: [1] } },
      { type: "array", items: { enum: [1] }, uniqueItems: true },
      [1, 1],
    ],
    ["`contains`", { type: "array" }, { type: "array", contains: { type: "string" } }, []],
    [
      "a mailbox without a quoted part",
      { type: "string", format: "email" },
      { type: "string", format: "email", pattern: "^[^@]+@[^@]+$" },
      '"a@b"@example.com',
    ],
    [
      "a narrower integer",
      { type: "integer", format: "int64" },
      { type: "integer", format: "int32" },
      new ExactNumber("-9223372036854775808"),
    ],
    ["a format", { type: "string" }, { type: "string", format: "date" }, "2025-13-01"],
    ["a recursive schema", list({ type: "number" }), list({ type: "integer" }), { value: 0.5 }],
    ["names", { type: "object" }, { type: "object", propertyNames: { pattern: "^b" } }, { a: null }],
    [
      "a rule between fields",
      { ...abc, "x-rules": [rule("r", ["/a", "/b"])] },
      { ...abc, "x-rules": [rule("r", ["/a", "/b"]), rule("s", ["/b", "/c"])] },
      undefined,
    ],
    [
      "a second match of `oneOf`",
      { type: "integer" },
      { oneOf: [{ type: "integer" }, { type: "integer", minimum: 5 }] },
      5,
    ],
    ["a tightened pattern", { type: "string", pattern: "^[yz]$" }, { type: "string", pattern: "^y$" }, "z"],
    [
      "a text that must not follow",
      { type: "string", pattern: "^(?!.*---)[a-z-]+$" },
      { type: "string", pattern: "^(?!.*--)[a-z-]+$" },
      "--",
    ],
  ])("has a witness: %s", (_, old, next, witness) => {
    const verdict = decide(old, next);
    expect(verdict.kind).toBe("not-included");
    if (verdict.kind === "not-included" && witness !== undefined)
      expect(canonical(verdict.witnesses[0])).toBe(canonical(witness));
    expect(decide(next, old)).toEqual({ kind: "included" });
  });
});

describe("`oneOf`", () => {
  it("takes `true` and `{}` for the same, so a count of one contradicts the other", () => {
    const counted = { oneOf: [{ oneOf: [true, { properties: { a: false } }] }], minimum: 1 };
    expect(decide(counted, { oneOf: [{}], minimum: 1 })).toEqual({ kind: "included" });
    expect(decide({ oneOf: [{}], minimum: 1 }, counted)).toMatchObject({ kind: "not-included" });
  });
});

describe("objects of many members", () => {
  const members = (type: string) =>
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`m${at}`, { type: at === 999 ? type : "object" }]),
    );
  const wide = (type: string) => ({ properties: members(type), required: Object.keys(members(type)) });

  it("are decided member by member, in a few steps for each", () => {
    const steps = 20_000;
    expect(decide(wide("integer"), wide("number"), { steps })).toEqual({ kind: "included" });
    expect(decide(wide("number"), wide("integer"), { steps })).toMatchObject({ kind: "not-included" });
  });
});

describe("recursive schemas", () => {
  const tree = (leaf: unknown, ...children: readonly string[]) => ({
    $ref: `#/$defs/${children[0] ?? ""}`,
    $defs: Object.fromEntries(
      children.map((name, at) => [
        name,
        {
          properties: { leaf, left: { $ref: `#/$defs/${children[at + 1] ?? children[0] ?? ""}` } },
          additionalProperties: false,
        },
      ]),
    ),
  });

  it("are alike if they are unfolded into longer circles, and differ if one of them does", () => {
    const leaf = { type: "string", maxLength: 3 };
    expect(decide(tree(leaf, "a"), tree(leaf, "x", "y", "z"))).toEqual({ kind: "included" });
    const other = tree(leaf, "x", "y", "z");
    Object.assign(other.$defs.z?.properties ?? {}, { leaf: { type: "string", maxLength: 2 } });
    expect(decide(other, tree(leaf, "a"))).toEqual({ kind: "included" });
    const verdict = decide(tree(leaf, "a"), other);
    expect(verdict).toMatchObject({ kind: "not-included" });
    expect(verdict.kind === "not-included" && canonical(verdict.witnesses[0])).toMatch(
      /^\{"left":\{"left":\{"leaf":".{3}"\}\}\}$/,
    );
  });
});

describe("a single new member", () => {
  const other = (schema: object) => ({ type: "object", maxProperties: 1, not: schema });

  it.each<[string, unknown, unknown]>([
    [
      "values under two patterns",
      other({ patternProperties: { "^a": { type: "string" } } }),
      { patternProperties: { b$: { type: "number" } } },
    ],
    [
      "a value under a pattern, and a name",
      other({ patternProperties: { "^a": { type: "string" } } }),
      { propertyNames: { pattern: "^[^b]*$" } },
    ],
    ["two names", other({ propertyNames: { pattern: "^[a-m]" } }), { propertyNames: { pattern: "^[n-y]" } }],
  ])("may differ in two ways at once: %s", (_, old, next) => {
    expect(decide(old, next)).toMatchObject({ kind: "not-included" });
  });
});

describe("what can't be decided", () => {
  it("says which pattern isn't regular", () => {
    const verdict = decide(
      { type: "string", pattern: "^(\\w+)x\\1{1,5}$" },
      { type: "string", pattern: "^(\\w+)x\\1{1,4}$" },
    );
    expect(verdict).toMatchObject({ kind: "undecided", reason: expect.stringContaining("{1,4}") as string });
  });

  it("cancels equal patterns that aren't regular", () => {
    const pattern = "^([a-z])-\\1$";
    expect(decide({ type: "string", pattern, minLength: 2 }, { pattern })).toEqual({ kind: "included" });
  });

  it.each([{ steps: 3 }, { time: -1 }])("stops when the budget %o is used up", (limits) => {
    const many = (count: number) => ({
      allOf: Array.from({ length: count }, (_, at) => ({
        anyOf: [{ required: [`a${at}`] }, { required: [`b${at}`] }, { minProperties: at }],
      })),
    });
    expect(decide(many(100), { ...many(100), maxProperties: 3 }, limits)).toMatchObject({
      kind: "undecided",
    });
  });
});
