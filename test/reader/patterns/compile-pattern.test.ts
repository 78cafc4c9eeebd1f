import { describe, expect, it } from "vitest";
import { compilePattern, isFastPattern, PatternLimit } from "../../../reader/patterns/compile-pattern.js";
import { compile } from "../../../reader/validation/compile.js";

const long = `${"a".repeat(100_000)}!`;

describe("compilePattern", () => {
  it.each([
    ["^[a-z]+(-[a-z]+)*$", "ab-c", true],
    ["^[a-z]+(-[a-z]+)*$", "ab-", false],
    ["^(a+)+$", "aaa", true],
    ["^(a+)+$", long, false],
    ["(a|b)\\1", "xaax", true],
    ["(a|b)\\1", "abab", false],
    ["[\\w-.]+@", "a-b@", true],
  ])("tests %s", (pattern, text, expected) => {
    expect(compilePattern(pattern).test(text)).toBe(expected);
  });

  it("ends a pattern with a backreference by a deadline, and doesn't try it for ever", () => {
    const matcher = compilePattern("^(a+)+\\1b$");
    for (let time = 0; time < 20; time++) expect(() => matcher.test(long)).toThrow(PatternLimit);
    expect(compilePattern("^(a|b)\\1$").test("aa")).toBe(true);
  });

  it("throws for what is no pattern", () => {
    expect(() => compilePattern("(")).toThrow(SyntaxError);
  });

  it.each([
    ["^[a-z]+$", true],
    ["^[a-z]+(-[a-z]+)*$", true],
    ["^(?:a|b)*c$", true],
    ["^(a+)+$", false],
    ["^(?:a|ab)*$", false],
    ["[a-z]+[0-9]+$", false],
    ["^(?=.*a).*b$", false],
    ["(a)\\1", false],
  ])("knows whether a library may match %s", (pattern, isFast) => {
    expect(isFastPattern(pattern)).toBe(isFast);
  });
});

describe("a compiled schema", () => {
  it.each([
    { pattern: "^(a+)+$" },
    { patternProperties: { "^(a+)+$": false } },
    { propertyNames: { pattern: "^(\\w+\\s?)*$" } },
  ])("isn't kept busy by %j", (schema) => {
    const value = "pattern" in schema ? long : { [long]: 1 };
    const { is, check } = compile(schema);
    expect(is(value)).toBe("patternProperties" in schema);
    expect(check(value).length > 0).toBe(!("patternProperties" in schema));
  });

  it("accepts nothing that it couldn't match, and says why", () => {
    const { is, check } = compile({ pattern: "^(b+)+\\1c$" });
    const value = `${"b".repeat(60)}!`;
    expect(is(value)).toBe(false);
    expect(check(value).map(({ code }) => code)).toEqual(["pattern-limit"]);
  });
});

describe("a surrogate pair", () => {
  it.each(["\\B", "(?<!(a?)a*\\1)", "(?<!^|[^])"])(
    "is one character, in whose middle /%s/ doesn't match",
    (pattern) => {
      expect(compilePattern(pattern).test("a😀a")).toBe(false);
    },
  );
});
