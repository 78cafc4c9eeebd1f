import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document, parse } from "yaml";
import { parseText } from "../../../reader/documents/parse-text.js";
import type { ParsedText, Range } from "../../../reader/documents/parsed-text.js";
import { valueAt } from "../../../runtime/json-pointer/index.js";
import {
  allPointers,
  asText,
  json,
  print,
  spaces,
  whiteSpace,
} from "../../support/reader/documents/json-text.js";

/** Offsets of a range, counted independently of the code under test. */
function offsets(text: string, { line, column, endLine, endColumn }: Range): [number, number] {
  const lengths = text.split("\n").map((each) => each.length + 1);
  const start = (number: number) => lengths.slice(0, number - 1).reduce((sum, length) => sum + length, 0);
  return [start(line) + column - 1, start(endLine) + endColumn - 1];
}

/** Returns whether the text at the offset starts with JSON of the value. */
function hasValueAt(text: string, offset: number, value: unknown): boolean {
  const wanted = JSON.stringify(value);
  for (let end = text.length; end > offset; end--) {
    try {
      if (JSON.stringify(JSON.parse(text.slice(offset, end))) === wanted)
        return /\S/.test(text[offset] ?? "");
    } catch {}
  }
  return false;
}

describe("locate in JSON", () => {
  it("gives the place of each value, and the range of a scalar, with any white space", () => {
    fc.assert(
      fc.property(json, whiteSpace, fc.constantFrom("", "\ufeff"), (root, space, mark) => {
        const text = mark + print(asText(root), spaces(space));
        const parsed = parseText("a.json", text);
        expect(parsed.problems).toEqual([]);
        expect(JSON.stringify(parsed.value)).toBe(JSON.stringify(root));
        for (const tokens of allPointers(root)) {
          const value = valueAt(root, tokens);
          const [from, to] = offsets(text, parsed.locate(tokens));
          expect(hasValueAt(text, from, value)).toBe(true);
          const written = JSON.stringify(value);
          const isScalar = value === null || typeof value !== "object";
          expect(text.slice(from, to)).toBe(isScalar ? written : written.charAt(0));
        }
      }),
    );
  });

  it("gives the place of each key", () => {
    fc.assert(
      fc.property(json, whiteSpace, (root, space) => {
        const text = print(asText(root), spaces(space));
        const parsed = parseText("a.json", text);
        for (const tokens of allPointers(root)) {
          const key = tokens.at(-1);
          if (key === undefined || Array.isArray(valueAt(root, tokens.slice(0, -1)))) continue;
          const [from, to] = offsets(text, parsed.locate(tokens, "key"));
          expect(text.slice(from, to)).toBe(JSON.stringify(key));
          expect(text.slice(to).trimStart()[0]).toBe(":");
        }
      }),
    );
  });
});

describe("locate in YAML", () => {
  const styles = fc.record({
    indent: fc.integer({ min: 1, max: 8 }),
    indentSeq: fc.boolean(),
    flow: fc.boolean(),
    defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL" as const),
    lineWidth: fc.constantFrom(0, 80),
  });

  it("gives the place of each value in any style", () => {
    fc.assert(
      fc.property(json, styles, (root, { flow, ...style }) => {
        // A plain `<<` is a merge key.
        fc.pre(!JSON.stringify(root).includes('"<<"'));
        const printed = new Document(root, { aliasDuplicateObjects: false });
        const collection = printed.contents as { flow?: boolean } | null;
        if (flow && collection !== null && typeof root === "object") collection.flow = true;
        const text = printed.toString({ ...style, defaultStringType: style.defaultStringType as "PLAIN" });
        const parsed = parseText("a.yaml", text);
        expect(parsed.problems).toEqual([]);
        expect(JSON.stringify(parsed.value)).toBe(JSON.stringify(root));
        for (const tokens of allPointers(root)) expectNode(parsed, text, tokens);
      }),
    );
  });

  /** Expects that the text at the place, parsed on its own, is the value. */
  function expectNode(parsed: ParsedText, text: string, tokens: readonly string[]): void {
    const value = valueAt(parsed.value, tokens);
    const [from, to] = offsets(text, parsed.locate(tokens));
    if (value === null || typeof value !== "object") {
      expect(parse(scalarAlone(text, from, to))).toBe(value);
    } else if (Object.keys(value).length === 0) {
      expect(text.slice(from, from + 2)).toBe(Array.isArray(value) ? "[]" : "{}");
    } else {
      const [first] = Object.keys(value) as [string];
      const [below] = offsets(
        text,
        parsed.locate([...tokens, first], Array.isArray(value) ? "value" : "key"),
      );
      expect(below).toBeGreaterThanOrEqual(from);
      expect(text.slice(from, below)).toMatch(/^(?:[[{]\s*|(?:- *|\? *)*\s*)*$/);
    }
  }

  /** A scalar without the indentation of its line, so that a block scalar keeps its meaning. */
  function scalarAlone(text: string, from: number, to: number): string {
    const lineStart = text.lastIndexOf("\n", from - 1) + 1;
    const [indent = ""] = /^ */.exec(text.slice(lineStart)) ?? [];
    return text.slice(from, to).replace(new RegExp(`\\n${indent}`, "g"), "\n");
  }
});

describe("locate", () => {
  const at = (path: string, text: string, tokens: readonly string[], target?: "key") => {
    const parsed = parseText(path, text);
    const [from, to] = offsets(text, parsed.locate(tokens, target));
    return [from, text.slice(from, to)];
  };
  const yaml = "a: &one\n  b: [x, y]\nc: *one\nd:\n";

  it("follows an alias to the values of its anchor, and gives the alias for itself", () => {
    expect(at("a.yaml", yaml, ["c"])).toEqual([23, "*"]);
    expect(at("a.yaml", yaml, ["c", "b", "1"])).toEqual([17, "y"]);
    expect(at("a.yaml", yaml, ["c", "b"], "key")).toEqual([10, "b"]);
  });

  it("gives the place after the key if the value is omitted", () => {
    expect(at("a.yaml", yaml, ["d"])).toEqual([30, ""]);
  });

  it.each([
    ["a.yaml", "a: {b: 1}\nc: [2]\n"],
    ["a.json", '{"a": {"b": 1}, "c": [2]}'],
  ])("gives the nearest existing parent of a missing value: %s", (path, text) => {
    for (const [missing, parent] of [
      [["a", "x"], ["a"]],
      [["a", "x", "y"], ["a"]],
      [
        ["a", "b", "c"],
        ["a", "b"],
      ],
      [["c", "1"], ["c"]],
      [["c", ""], ["c"]],
      [["c", "00"], ["c"]],
      [["constructor"], []],
    ] as const) {
      expect(at(path, text, missing)).toEqual(at(path, text, parent));
    }
  });

  it("gives the start of an empty text", () => {
    expect(parseText("a.yaml", "").locate(["a"])).toMatchObject({ line: 1, column: 1 });
    expect(parseText("a.json", "").locate(["a"])).toMatchObject({ line: 1, column: 1 });
  });
});
