import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { applyFixes, valueAfter } from "../../../commands/lint/apply-fixes.js";
import type { Fix } from "../../../commands/lint/rule.js";
import { parseText } from "../../../reader/documents/parse-text.js";
import { lintTexts } from "../../support/commands/lint/texts.js";

const remove = (...tokens: string[]): Fix => ({ kind: "remove", tokens });
const yaml = (text: string, ...fixes: Fix[]) => applyFixes("a.yaml", text, fixes);
const json = (text: string, ...fixes: Fix[]) => applyFixes("a.json", text, fixes);

describe("a fix in YAML", () => {
  it.each([
    ["a: 1\n# about b\nb: 2\nc: 3 # c\n", ["b"], "a: 1\nc: 3 # c\n"],
    ["a: 1\nb: 2 # b\n", ["a"], "b: 2 # b\n"],
    ["x:\n  a: 1\n  # about b\n  b: 2\ny: 3\n", ["x", "a"], "x:\n  # about b\n  b: 2\ny: 3\n"],
    ["x:\n- a\n- b # b\n- c\n", ["x", "0"], "x:\n- b # b\n- c\n"],
    ["x: [a, 'b', \"c\"] # x\n", ["x", "0"], "x: ['b', \"c\"] # x\n"],
    ["x: [a, b, c]\n", ["x", "2"], "x: [a, b]\n"],
    ["x: { a: 1, b: {c: 1} }\r\n", ["x", "b"], "x: { a: 1 }\r\n"],
    ["- a: 1\n  b: 2\n- c: |\n    text\n", ["0", "a"], "- b: 2\n- c: |\n    text\n"],
  ])("removes a part of %j and leaves the rest as it is written", (text, tokens, wanted) => {
    expect(yaml(text, remove(...tokens)).text).toBe(wanted);
  });

  it("replaces a text in its quotes", () => {
    const replace = (text: string): Fix => ({ kind: "replace", tokens: ["u"], text });
    expect(yaml("u: https://a/ # u\n", replace("https://a")).text).toBe("u: https://a # u\n");
    expect(yaml("u: 'a'\n", replace("it's")).text).toBe("u: 'it''s'\n");
    expect(yaml('u: "a"\n', replace("b: c")).text).toBe('u: "b: c"\n');
    expect(yaml("u: a\n", replace("true")).text).toBe("u: a\n");
  });

  it("isn't made if it would change anything else", () => {
    const anchored = "a: &x 1\nb: *x\n";
    expect(yaml(anchored, remove("a"))).toEqual({ text: anchored, applied: 0 });
    expect(yaml("a: 1\n", remove("a"))).toEqual({ text: "a: 1\n", applied: 0 });
    expect(yaml("a: [1]\n", remove("b"), remove("a", "7"))).toEqual({ text: "a: [1]\n", applied: 0 });
  });
});

describe("a fix in JSON", () => {
  it("removes a part with one comma", () => {
    const text = '{\n  "a": 1,\n  "b": [1, 2, 3],\n  "c": 3\n}\n';
    expect(json(text, remove("a")).text).toBe('{\n  "b": [1, 2, 3],\n  "c": 3\n}\n');
    expect(json(text, remove("c")).text).toBe('{\n  "a": 1,\n  "b": [1, 2, 3]\n}\n');
    expect(json(text, remove("b", "0"), remove("b", "2")).text).toContain('"b": [2]');
  });
});

describe("fixes of a schema", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 });
  const schema = fc.record(
    {
      required: words,
      enum: words,
      minLength: fc.constantFrom(0, 1),
      deprecated: fc.boolean(),
      "x-lint-ignore": fc.constantFrom(
        { "duplicate-entry": "for now" },
        { "unsafe-integer": "none", "slow-pattern": "" },
      ),
    },
    { requiredKeys: [] },
  );
  const document = fc.record({
    $schema: fc.constant("https://json-schema.org/draft/2020-12/schema"),
    title: fc.constant("t"),
    properties: fc.record({ p: schema, q: schema }),
  });

  it.each(["a.schema.json", "a.schema.yaml"])(
    "leave nothing to fix in %s: a second run changes nothing",
    async (name) => {
      const fix = async (text: string): Promise<string> => {
        const { findings } = await lintTexts({ [name]: text }, { set: "thorough" });
        return applyFixes(
          name,
          text,
          findings.flatMap((each) => each.fix ?? []),
        ).text;
      };
      await fc.assert(
        fc.asyncProperty(document, async (root) => {
          let text = name.endsWith(".json") ? JSON.stringify(root, null, 2) : stringify(root);
          for (let round = 0; round < 10; round++) {
            const next = await fix(text);
            if (next === text) return;
            text = next;
          }
          expect.fail(`still changing:\n${text}`);
        }),
        { numRuns: 15 },
      );
    },
  );
});

const key = fc.constantFrom("a", "b", "c d", "#", "- e", "0", "");
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(1, true, null, "text", "a: b", "# no comment", "two\nlines\n"),
    tie("map"),
    tie("list"),
  ),
  map: fc.dictionary(key, tie("any"), { maxKeys: 4 }),
  list: fc.array(tie("any"), { maxLength: 4 }),
})).any;

function valuePaths(root: unknown, tokens: readonly string[] = []): string[][] {
  if (root === null || typeof root !== "object") return [];
  return Object.entries(root).flatMap(([name, item]) => [
    [...tokens, name],
    ...valuePaths(item, [...tokens, name]),
  ]);
}

/** Comments on lines of their own between the lines of a block. */
const withComments = (text: string): string =>
  text.includes("|") || text.includes(">") ? text : text.replace(/^( *)(?=\S+:)/gm, "$1# about it\n$1");

/** A value as the text of a file: JSON, YAML with flow collections, or YAML with comments. */
function written(name: string, root: unknown): string {
  if (name.endsWith(".json")) return JSON.stringify(root, null, 2);
  if (name === "flow.yaml") return stringify(root, { collectionStyle: "flow" });
  return withComments(stringify(root, { lineWidth: 0 }));
}

describe("fixes of any document", () => {
  it.each(["a.json", "a.yaml", "flow.yaml"])("make exactly the changes that they mean in %s", (name) => {
    fc.assert(
      fc.property(value, fc.array(fc.nat(), { maxLength: 4 }), (root, picks) => {
        const text = written(name, root);
        const before = parseText(name, text);
        fc.pre(before.problems.length === 0);
        const paths = valuePaths(before.value);
        fc.pre(paths.length > 0);
        const fixes = picks.map((pick) => remove(...(paths[pick % paths.length] ?? [])));
        const { text: fixed, applied } = applyFixes(name, text, fixes);
        const after = parseText(name, fixed);
        expect(after.problems).toEqual([]);
        if (applied === 0) expect(fixed).toBe(text);
        if (fixes.length === 1 && applied === 1) expect(after.value).toEqual(valueAfter(before.value, fixes));
      }),
      { numRuns: 50 },
    );
  });
});
