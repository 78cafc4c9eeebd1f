import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceExcerpt } from "../../../reader/documents/diagnostic.js";
import { Lines } from "../../../reader/documents/parsed-text.js";

describe("positions", () => {
  it("count lines and columns from one, with either line ending", () => {
    const lines = new Lines("ab\r\ncd\n\nef");
    expect(lines.range(0, 1)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
    expect(lines.range(4, 6)).toEqual({ line: 2, column: 1, endLine: 2, endColumn: 3 });
    expect(lines.range(7, 8)).toEqual({ line: 3, column: 1, endLine: 4, endColumn: 1 });
    expect(lines.range(10, 10)).toEqual({ line: 4, column: 3, endLine: 4, endColumn: 3 });
    expect([1, 2, 3, 4, 5].map((line) => lines.line(line))).toEqual(["ab", "cd", "", "ef", ""]);
  });

  it("convert back to their offset", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "\t"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(), (source, seed) => {
        const offset = seed % (source.length + 1);
        const { line, column } = new Lines(source).range(offset, offset);
        const before = source.slice(0, offset).split("\n");
        expect(line).toBe(before.length);
        expect(column).toBe((before.at(-1) ?? "").length + 1);
      }),
    );
  });
});

describe("an excerpt", () => {
  const excerpt = (text: string, from: number, to: number) => {
    const lines = new Lines(text);
    return sourceExcerpt(lines, lines.range(from, to)).split("\n");
  };

  it("shows the line with carets below the place", () => {
    expect(excerpt("a: 1\nbcd: efg\n", 10, 13)).toEqual(["2 | bcd: efg", "  |      ^^^"]);
  });

  it("shows at least one caret, also past the end of a line", () => {
    expect(excerpt("abc\n", 3, 3)).toEqual(["1 | abc", "  |    ^"]);
    expect(excerpt("", 0, 0)).toEqual(["1 | ", "  | ^"]);
  });

  it("stops at the end of the line if the range goes on", () => {
    expect(excerpt("abcd\nef\n", 2, 7)).toEqual(["1 | abcd", "  |   ^^"]);
  });

  it("aligns carets below tabs", () => {
    expect(excerpt("\ta\tbc", 3, 5)).toEqual(["1 |  a bc", "  |    ^^"]);
  });

  it("shortens long lines around the range", () => {
    const text = fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 30 }), fc.nat(400));
    fc.assert(
      fc.property(text, ([before, marked, after]) => {
        const source = "a".repeat(before) + "X".repeat(marked) + "b".repeat(after);
        const [line = "", carets = ""] = excerpt(source, before, before + marked);
        const shown = line.slice(4);
        expect(shown.length).toBeLessThanOrEqual(100);
        const at = carets.indexOf("^") - 4;
        expect(line.slice(4 + at, carets.length)).toBe("X".repeat(Math.min(marked, 100 - at)));
        expect(shown.indexOf("X")).toBe(at);
      }),
    );
  });
});
