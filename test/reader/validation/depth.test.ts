import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/compile.js";
import { support } from "../../../reader/validation/support.js";

type Wrap = (inner: unknown) => unknown;

/** A recursive schema, and what puts a valid value one recursion deeper; `levels` are those that it adds. */
interface Recursion {
  readonly schema: object;
  readonly wrap: Wrap;
  readonly levels: number;
}

const recursions: Readonly<Record<string, Recursion>> = {
  properties: {
    schema: { type: "object", properties: { next: { $ref: "#" } } },
    wrap: (inner) => ({ next: inner }),
    levels: 1,
  },
  "a list in an object": {
    schema: { type: "object", properties: { all: { type: "array", items: { $ref: "#" } } } },
    wrap: (inner) => ({ all: [inner] }),
    levels: 2,
  },
  "other properties": {
    schema: { type: "object", additionalProperties: { $ref: "#" } },
    wrap: (inner) => ({ a: inner }),
    levels: 1,
  },
  "two definitions": {
    schema: {
      $ref: "#/$defs/a",
      $defs: {
        a: { type: "object", properties: { b: { $ref: "#/$defs/b" } } },
        b: { type: "object", patternProperties: { "^a": { $ref: "#/$defs/a" } } },
      },
    },
    wrap: (inner) => ({ b: { a: inner } }),
    levels: 2,
  },
  alternatives: {
    schema: {
      type: "object",
      properties: { next: { oneOf: [{ type: "string" }, { allOf: [{ $ref: "#" }, { minProperties: 0 }] }] } },
    },
    wrap: (inner) => ({ next: inner }),
    levels: 1,
  },
  "an item that a list must contain": {
    schema: { type: ["array", "object"], contains: { $ref: "#" } },
    wrap: (inner) => [inner],
    levels: 1,
  },
  "what is unevaluated": {
    schema: {
      type: "object",
      patternProperties: { "^x": true },
      properties: { next: { anyOf: [{ type: "string" }, { $ref: "#" }] } },
      unevaluatedProperties: false,
    },
    wrap: (inner) => ({ next: inner }),
    levels: 1,
  },
};

function nested({ wrap, levels }: Recursion, depth: number): unknown {
  let value: unknown = {};
  for (let at = 1; at + levels <= depth; at += levels) value = wrap(value);
  return value;
}

function reachedDepth({ levels }: Recursion, depth: number): number {
  return 1 + Math.floor((depth - 1) / levels) * levels;
}

describe("the limit on nesting", () => {
  it("is the one of contracts and bodies", () => {
    expect(support.maxDepth).toBe(maxJsonDepth);
  });

  it.each(Object.entries(recursions))("is the same for `is` and `check`: %s", (_, recursion) => {
    const { is, check } = compile(recursion.schema);
    const depths = fc.oneof(
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: maxJsonDepth - 3, max: maxJsonDepth + 3 }),
    );
    fc.assert(
      fc.property(depths, (depth) => {
        const value = nested(recursion, depth);
        const found = check(value);
        const isTooDeep = reachedDepth(recursion, depth) > maxJsonDepth;
        expect(is(value)).toBe(!isTooDeep);
        expect(found.map(({ code }) => code)).toEqual(isTooDeep ? ["too-deep"] : []);
      }),
      { numRuns: 40 },
    );
  });

  it.each(Object.entries(recursions))("leaves faults above it as they are: %s", (_, recursion) => {
    const { is, check } = compile(recursion.schema);
    const { wrap, levels } = recursion;
    let value: unknown = "wrong";
    for (let at = 0; at < maxJsonDepth - levels; at += levels) value = wrap(value);
    expect(is(value)).toBe(check(value).length === 0);
    expect(check(value).filter(({ code }) => code === "too-deep")).toEqual([]);
  });

  const { properties } = recursions;
  const deep = nested(properties as Recursion, 20_000);

  it.each([
    ["below a `not`, which would turn `false` into `true`", { not: { $ref: "#/$defs/list" } }],
    ["below an `if`", { if: { $ref: "#/$defs/list" }, else: true }],
    ["in an alternative", { anyOf: [{ $ref: "#/$defs/list" }, true] }],
  ])("refuses the document %s", (_, schema) => {
    const { is, check } = compile({ ...schema, $defs: { list: list() } });
    expect(is(deep)).toBe(false);
    expect(check(deep)).toMatchObject([{ code: "too-deep", pointer: "" }]);
  });

  it("holds for items that must be unique, which are compared whole", () => {
    const { is, check } = compile({ uniqueItems: true });
    expect([is([deep]), is([1, 2])]).toEqual([false, true]);
    expect(check([deep])).toMatchObject([{ code: "too-deep" }]);
  });

  it("doesn't concern what a schema doesn't look at", () => {
    const { is, check } = compile({ type: "object", required: ["next"] });
    expect([is(deep), check(deep)]).toEqual([true, []]);
  });

  it("counts through a long chain of definitions, too", () => {
    const names = Array.from({ length: 2000 }, (_, index) => `d${index}`);
    const definitions = names.map((name, index) => [
      name,
      { properties: { next: index === 1999 ? true : { $ref: `#/$defs/d${index + 1}` } } },
    ]);
    const { is, check } = compile({ $ref: "#/$defs/d0", $defs: Object.fromEntries(definitions) });
    for (const depth of [256, 257, 1500]) {
      const value = nested(properties as Recursion, depth);
      expect([is(value), check(value).length]).toEqual(depth > maxJsonDepth ? [false, 1] : [true, 0]);
    }
  });

  it("isn't counted if no schema is recursive, even if one has a property `depth`", () => {
    const { is } = compile({ properties: { depth: { $ref: "#/$defs/a" } }, $defs: { a: { const: 1 } } });
    expect([is({ depth: 1 }), is({ depth: 2 })]).toEqual([true, false]);
  });

  it("leaves a property of the name `depth` alone", () => {
    const schema = { type: "object", properties: { depth: { type: "number" }, next: { $ref: "#" } } };
    const { is } = compile(schema);
    expect([is({ next: { depth: 1 } }), is({ next: { depth: "1" } })]).toEqual([true, false]);
  });
});

function list(): object {
  return { type: "object", properties: { next: { $ref: "#/$defs/list" } } };
}
