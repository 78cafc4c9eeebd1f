import { describe, expect, it } from "vitest";
import { findingPlaces, lintTexts } from "../../support/commands/lint/texts.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const lint = (text: string, name = "a.schema.yaml") => lintTexts({ [name]: text });
const places = async (text: string) => findingPlaces(await lint(dialect + text));

describe("a comment that ignores a rule", () => {
  it("is about the next key or item and all in it", async () => {
    const result = await lint(`${dialect}# oipkit-lint-ignore unanchored-pattern: search terms
properties:
  a: { pattern: a }
  b:
    pattern: b
`);
    expect(result).toEqual({ findings: [], ignored: 2 });
  });

  it("is about the key or item on its line, if it is behind one", async () => {
    const text = `properties:
  a: { pattern: a } # oipkit-lint-ignore unanchored-pattern: a search term
  b: { pattern: b }
anyOf:
  - pattern: c # oipkit-lint-ignore unanchored-pattern: a search term
  - pattern: d
`;
    expect(await places(text)).toEqual(["4:17 unanchored-pattern", "7:14 unanchored-pattern"]);
  });

  it("can name several rules, and no others", async () => {
    const text = `properties:
  # oipkit-lint-ignore unanchored-pattern, unsafe-integer: measured
  a: { pattern: a, required: [b, b], maximum: 1e300 }
`;
    expect(await places(text)).toEqual(["4:34 duplicate-entry"]);
  });

  it("needs a reason and a name", async () => {
    const text = `properties:
  a: { pattern: a } # oipkit-lint-ignore unanchored-pattern
  b: { pattern: b } # oipkit-lint-ignore: anything
`;
    expect(await places(text)).toEqual([
      "3:21 ignore-without-reason",
      "4:17 unanchored-pattern",
      "4:21 ignore-without-reason",
    ]);
  });

  it("is reported if it ignores nothing, unless its rule is off", async () => {
    const text = `properties:
  a: {} # oipkit-lint-ignore unanchored-pattern: none here
  b: {} # oipkit-lint-ignore unanchored-patern: misspelt
  c: {} # oipkit-lint-ignore missing-example: off
`;
    const { findings } = await lint(dialect + text);
    expect(findings.map(({ finding }) => `${finding.line} ${finding.message}`)).toEqual([
      "3 there is no finding of `unanchored-pattern` here to ignore",
      expect.stringContaining("did you mean `unanchored-pattern`"),
    ]);
  });

  it("isn't one inside of a text", async () => {
    const text = `description: |
  # oipkit-lint-ignore unanchored-pattern: text
title: "# oipkit-lint-ignore unanchored-pattern: text"
pattern: a
`;
    expect(await places(text)).toEqual(["5:10 unanchored-pattern"]);
  });
});

describe("`x-lint-ignore`", () => {
  it("is about the object that has it, in JSON, too", async () => {
    const text = JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: {
        a: { pattern: "a", "x-lint-ignore": { "unanchored-pattern": "a search term" } },
        b: { pattern: "b" },
      },
    });
    const { findings, ignored } = await lint(text, "a.schema.json");
    expect(ignored).toBe(1);
    expect(findings.map(({ finding }) => finding.pointer)).toEqual(["/properties/b/pattern"]);
  });

  it("needs a reason, and is reported if it ignores nothing", async () => {
    const text = "pattern: a\nx-lint-ignore: { unanchored-pattern: '', unsafe-integer: none }\n";
    expect(await places(text)).toEqual(["3:18 ignore-without-reason", "3:42 ignore-unused"]);
    expect(await places("x-lint-ignore: all\n")).toEqual(["2:1 ignore-without-reason"]);
  });
});
