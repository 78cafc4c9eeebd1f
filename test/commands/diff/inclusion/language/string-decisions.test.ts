import { describe, expect, it } from "vitest";
import { decideInclusion, type InclusionVerdict } from "../../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../../commands/diff/schemas/compare-schema-files.js";

type Schema = Record<string, unknown>;

function decided(of: Schema, within: Schema, now: () => number = () => 0): InclusionVerdict {
  return decideInclusion(
    {
      of: schemaDefinition({ schema: { type: "string", ...of } }),
      in: schemaDefinition({ schema: { type: "string", ...within } }),
    },
    { now, time: 100 },
  );
}

function pattern(source: string): Schema {
  return { pattern: source };
}

describe("surrogates", () => {
  it("are no characters alone: a pattern that only they break refuses nothing", () => {
    expect(decided({}, pattern("^[^\\ud800-\\udfff]*$"))).toEqual({ kind: "included" });
    expect(decided(pattern("^[\\ud800-\\udfff]$"), pattern("^b$"))).toEqual({ kind: "included" });
  });

  it("are one character as a pair, in patterns and in lengths", () => {
    expect(decided(pattern("^[\\u{1f600}]$"), { maxLength: 1 })).toEqual({ kind: "included" });
    expect(decided(pattern("^\\ud83d\\ude00$"), pattern("^[\\u{10000}-\\u{10ffff}]$"))).toEqual({
      kind: "included",
    });
    expect(decided(pattern("^.$"), pattern("^[\\0-\\uffff]$"))).toEqual({
      kind: "not-included",
      witnesses: ["😀"],
    });
  });

  it("are two in a pattern that is valid only without the `u` flag", () => {
    expect(decided(pattern("^😀$"), pattern("^[^\\w-.]{2}$"))).toEqual({ kind: "included" });
    expect(decided(pattern("^😀$"), pattern("^[^\\w-.]$"))).toEqual({
      kind: "not-included",
      witnesses: ["😀"],
    });
  });
});

describe("patterns", () => {
  it.each([
    ["^(?:[a-z]+\\b ?)*$", "^[a-z ]*$"],
    ["^(['\"])[a-z]*\\1$", "^(?:'[a-z]*'|\"[a-z]*\")$"],
    ["^(?:(?!ab)[ab])*$", "^b*a*$"],
    ["^[a-z]{1,3000}$", "^[a-z0-9]{1,4000}$"],
    ["(?=(?<=a)b)", "ab"],
  ])("of which the first is the narrower one are proved: /%s/ and /%s/", (narrow, wide) => {
    expect(decided(pattern(narrow), pattern(wide))).toEqual({ kind: "included" });
    expect(decided(pattern(wide), pattern(`${narrow}|^z1$`)).kind).not.toBe("undecided");
  });

  it("are decided together with lengths and other patterns", () => {
    expect(
      decided({ allOf: [pattern("a"), pattern("b"), pattern("c")] }, { minLength: 3, pattern: "^[^]*$" }),
    ).toEqual({ kind: "included" });
    expect(decided({ pattern: "^(?:ab)*$", minLength: 3, maxLength: 5 }, { enum: ["abab"] })).toEqual({
      kind: "included",
    });
  });

  it("end with the time, even if their automata have 2^30 states", () => {
    let time = 0;
    const verdict = decided(pattern("a.{30}b|b.{31}a"), pattern("a.{30}b|b.{31}a|c.{29}c$"), () => time++);
    expect(verdict).toEqual({ kind: "undecided", reason: expect.stringContaining("too much time") });
    // After the time is over, each part that ends looks at the clock once more.
    expect(time).toBeLessThan(110);
  });
});
