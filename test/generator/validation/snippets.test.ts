import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SnippetName, snippetSource } from "../../../generator/validation/snippets.js";
import { json } from "../read/json-text.js";

const load = (name: SnippetName) =>
  import(new URL(`../../../templates/snippets/${name}.js`, import.meta.url).href);
const { codePointLength } = (await load("code-point-length")) as { codePointLength(text: string): number };
const { isMultiple } = (await load("multiple-of")) as { isMultiple(value: number, step: number): boolean };
const { equal } = (await load("equal")) as { equal(a: unknown, b: unknown): boolean };

describe("codePointLength", () => {
  const units = fc.array(
    fc.constantFrom(
      "a",
      "é",
      "\ud83d",
      "\ude00",
      "😀",
      "\ud800",
      "\udbff",
      "\udc00",
      "\udfff",
      "\ue000",
      "\ud7ff",
    ),
  );

  it("counts as iteration does, lone surrogates included", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          units.map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          expect(codePointLength(text)).toBe([...text].length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("equal", () => {
  /** JSON with sorted keys: the same text for the same data. */
  const canonical = (value: unknown): string => {
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    const keys = Object.keys(value).toSorted();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(",")}}`;
  };

  const shuffled = (value: unknown): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(shuffled);
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, shuffled(item)]),
    );
  };

  it("is true for the same data in any order of keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(equal(value, shuffled(value))).toBe(true);
        expect(equal(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  it("is true for nothing else", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const same = canonical(a) === canonical(b);
        expect(equal(a, b)).toBe(same);
        expect(equal([a, { a: b }], [b, { a }])).toBe(same);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [[], {}],
    [{}, []],
    [["a"], { 0: "a" }],
    [null, {}],
    [0, false],
    ["", null],
    ["1", 1],
    [{ a: undefined }, { b: undefined }],
    [{ toString: 1 }, {}],
    [JSON.parse('{"__proto__": 1}'), {}],
    [JSON.parse('{"__proto__": {}}'), { a: 1 }],
    [[1, 2], [1]],
  ])("tells %j from %j", (a, b) => {
    expect(equal(a, b)).toBe(false);
    expect(equal(b, a)).toBe(false);
  });
});

describe("the source of a snippet", () => {
  it.each([
    "date-time",
    "instant",
    "code-point-length",
    "equal",
    "failures",
    "violations",
    "unknown-properties",
  ] as const)("stands in a module without imports and exports: %s", (name) => {
    const source = snippetSource(name);
    expect(source).toMatch(/^function \w+\(/m);
    expect(source).not.toMatch(/^(?:export|import)\b|\brequire\(|\beval\(|\bnew Function\b/m);
  });
});

describe("isMultiple", () => {
  it("counts as people do, also where the quotient is beyond a double", () => {
    expect([isMultiple(19.99, 0.01), isMultiple(1e308, 0.5)]).toEqual([true, true]);
    expect([isMultiple(19.995, 0.01), isMultiple(7, 2)]).toEqual([false, false]);
  });
});
