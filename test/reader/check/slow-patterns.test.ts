import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { checkSlowPatterns } from "../../../reader/check/patterns.js";
import { isSimplePattern } from "../../../reader/patterns/read-pattern.js";
import { check } from "../../support/reader/check/findings.js";
import { schemaContracts } from "../../support/reader/validation/schema-contracts.js";

/** A schema file as JSON, so that no pattern needs the quotes of YAML. */
function file(schema: object): Record<string, string> {
  return { "a.schema.json": JSON.stringify(schema, undefined, 1) };
}

/** Whether testing the text, which an expression makes, takes more than 200 ms. */
function isSlow(pattern: string, witness: string): boolean {
  const script = `new RegExp(${JSON.stringify(pattern)}, "u").test(${witness})`;
  try {
    runInNewContext(script, {}, { timeout: 200 });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "ERR_SCRIPT_EXECUTION_TIMEOUT" });
    return true;
  }
}

describe("a slow pattern", () => {
  it.each(["^(a+)+$", "^(a|a)*$", "^(\\w+\\s?)*$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?=[ab])(a+)+$"])(
    "is a warning with a text that shows it: %s",
    async (pattern) => {
      const [found, ...others] = await check(file({ type: "string", pattern }));
      expect(others).toEqual([]);
      expect(found).toMatchObject({ code: "pattern-slow", severity: "warning", pointer: "/pattern" });
      const [, time, witness = ""] = /takes (\S+) time, for example for the text `(.*)`$/s.exec(
        found?.message ?? "",
      ) as RegExpExecArray;
      expect(time).toBe("exponential");
      expect(isSlow(pattern, witness)).toBe(true);
    },
  );

  it("may be a name of `patternProperties`", async () => {
    const found = await check(file({ type: "object", patternProperties: { "^(x+x+)+y": true } }));
    expect(found).toMatchObject([{ code: "pattern-slow", pointer: "/patternProperties/^(x+x+)+y" }]);
  });

  it("isn't looked for in a pattern whose counts overflow the checker's stack", async () => {
    const pattern = "^([^/]([!-~]+/){1,511})?[A-Za-z0-9_+=,.@-]{1,64}$";
    expect(await check(file({ type: "string", pattern }))).toEqual([]);
  });

  it("is classified by its degree, and harmless if `maxLength` is small", async () => {
    const quadratic = { type: "string", pattern: "a+b" };
    expect((await check(file(quadratic)))[0]?.message).toMatch(/takes quadratic time/);
    expect(await check(file({ ...quadratic, maxLength: 1000 }))).toEqual([]);
    expect(await check(file({ ...quadratic, maxLength: 100_000 }))).toHaveLength(1);
    expect(await check(file({ type: "string", pattern: "^(b+)+$", maxLength: 64 }))).toHaveLength(1);
  });

  it("isn't what most contracts have", async () => {
    const patterns = [
      "^[a-z0-9_-]{1,64}$",
      "^\\d{4}-\\d{2}$",
      "^v\\d+\\.\\d+$",
      "^(?:[a-z0-9-]+\\.)+[a-z]{2,}$",
    ];
    const properties = Object.fromEntries(patterns.map((pattern) => [pattern, { type: "string", pattern }]));
    expect(await check(file({ type: "object", properties }))).toEqual([]);
  });

  it("is no reason to wait: after ten seconds the rest is left out, and said to be", async () => {
    const properties = {
      a: { pattern: "^(c+d*)+$" },
      b: { pattern: "^(e+d*)+$" },
      c: { pattern: "^(f+d*)+$" },
    };
    const contracts = await schemaContracts({ a: { properties } });
    let time = 0;
    const found = checkSlowPatterns(contracts, {
      now: () => {
        time += 6000;
        return time;
      },
    });
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^this pattern takes exponential time/),
      "this and 1 more patterns weren't checked: the check stops after 10 seconds",
    ]);
  });
});

describe("a pattern that is simple at first sight", () => {
  it.each([
    "^[a-z]+$",
    "^a{2}b$",
    "abc",
    "a|b",
    "^[)+*]{1,64}$",
    "^\\(+$",
    "^(?:a|b)$",
    "^\\u{41}*$",
    "^(?<n>a)$",
  ])("needs no analysis: %s", (pattern) => {
    expect(isSimplePattern(pattern)).toBe(true);
  });

  it.each(["a+b", "^(a+)+$", "^a|b+c", "^a?a?$", "^(a)\\1$", "^(?<n>a)\\k<n>$", "^(?:a|b)*$", "^[a]+[a]+$"])(
    "isn't one that may be slow: %s",
    (pattern) => {
      expect(isSimplePattern(pattern)).toBe(false);
    },
  );
});
