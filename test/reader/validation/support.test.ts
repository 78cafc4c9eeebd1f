import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { support, supportSource } from "../../../reader/validation/support.js";
import { json } from "../../support/reader/documents/json-text.js";

const { codePointLength, isMultiple, equal } = support as typeof support & {
  codePointLength(text: string): number;
  isMultiple(value: number, step: number): boolean;
  equal(a: unknown, b: unknown): boolean;
};

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

  it("counts like string iteration, including lone surrogates", () => {
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

  it("is true for the same data with keys in any order", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(equal(value, shuffled(value))).toBe(true);
        expect(equal(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  it("is false for different data", () => {
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
  ])("distinguishes %j from %j", (a, b) => {
    expect(equal(a, b)).toBe(false);
    expect(equal(b, a)).toBe(false);
  });
});

describe("the source of the support module", () => {
  it("is one module that imports nothing and declares each name once", () => {
    const file = ts.createSourceFile(
      "support.js",
      supportSource(Object.keys(support)),
      ts.ScriptTarget.ES2022,
      true,
      ts.ScriptKind.JS,
    );
    expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
    const names = file.statements.flatMap((statement) => {
      expect([
        ts.SyntaxKind.ClassDeclaration,
        ts.SyntaxKind.FunctionDeclaration,
        ts.SyntaxKind.VariableStatement,
      ]).toContain(statement.kind);
      if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
        return statement.name?.text ?? "";
      return (statement as ts.VariableStatement).declarationList.declarations.map(({ name }) =>
        name.getText(),
      );
    });
    expect(names.length).toBeGreaterThan(40);
    expect(new Set(names).size).toBe(names.length);
  });

  it("exports the functions of its parts", async () => {
    const url = `data:text/javascript,${encodeURIComponent(supportSource(Object.keys(support)))}`;
    const module = (await import(url)) as Readonly<Record<string, unknown>>;
    expect(Object.keys(module).sort()).toEqual(Object.keys(support).sort());
  });

  it.each([
    ["isDateTime", [], ["isAsciiHostName", "isIpv4"]],
    ["isEmail", ["isAsciiHostName", "isIpv6"], ["encodePunycode", "isUri"]],
    ["isHostName", ["encodePunycode"], ["isIpv4", "isEmail"]],
    ["isUri", ["isIpv6"], ["encodePunycode", "isEmail"]],
  ])("has what %s needs and nothing of other formats", (name, needed, others) => {
    const text = supportSource([name]);
    const has = (each: string): boolean => text.includes(`function ${each}(`);
    expect([name, ...needed].filter((each) => !has(each))).toEqual([]);
    expect(others.filter(has)).toEqual([]);
  });
});

describe("isMultiple", () => {
  it("uses decimal arithmetic, even if the quotient exceeds the precision of a double", () => {
    expect([isMultiple(19.99, 0.01), isMultiple(1e308, 0.5)]).toEqual([true, true]);
    expect([isMultiple(19.995, 0.01), isMultiple(7, 2)]).toEqual([false, false]);
  });
});
