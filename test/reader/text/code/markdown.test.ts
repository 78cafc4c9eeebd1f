import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  markdownBlock,
  markdownCell,
  markdownCode,
  markdownProse,
  markdownText,
} from "../../../../reader/text/code/markdown.js";
import { hostileText } from "../../../support/reader/text/code/hostile.js";

const runs = { numRuns: 500 };

/** Replaces line endings and control characters by one space, as they are displayed. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Characters that would change what a reader sees, besides those that become spaces. */
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** What nothing written may hold: control characters except line feeds, bidirectional marks, separators. */
const unsafe = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** The same, and tabs are text. */
const unsafeInProse = /[^\P{Cc}\t]|[\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|^\s*::|##\w*\[/u;

/** What separates braces that would open a template. */
const separator = "\u200b";

/** Replaces each escaped character by a dot, pair by pair as a Markdown parser reads them. */
const withoutEscaped = (line: string) => line.replace(/\\[!-/:-@[-`{-~]/g, "·");

/** The cells of a table row, as GFM splits it. */
const rowCells = (row: string) => row.match(/(?:\\[\s\S]|[^|\\])+/g) ?? [];

describe("text in Markdown", () => {
  it("is one line without markup, and displays as the original", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = markdownText(text).toString();
        expect(written).not.toMatch(/[\n\r\u2028\u2029\0]/);
        expect(withoutEscaped(written)).not.toMatch(/[\\`*_{}[\]<>|~#]|^(?:[-+=]|\d+[.)])|&#?\w+;/);
        const displayed = written.replace(/\\([!-/:-@[-`{-~])/g, "$1");
        expect(displayed.replaceAll(separator, "")).toBe(
          oneLine(text).replace(marks, "").replaceAll(separator, "").trim(),
        );
        expect(rowCells(`${written} `)).toHaveLength(1);
      }),
      runs,
    );
  });
});

describe("prose in Markdown", () => {
  it("has no HTML, heading or fence, and keeps its lines", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = markdownProse(text).toString();
        expect(written.split("\n")).toHaveLength(text.trim().split(/\r\n|[\n\r\u2028\u2029]/).length);
        for (const line of written.split("\n")) {
          expect(line).not.toMatch(unsafeInProse);
          expect(withoutEscaped(line)).not.toMatch(/[<>]/);
          expect(line).not.toMatch(/^\s*(?:#|=|-+\s*$|`{3}|~{3})/);
        }
      }),
      runs,
    );
  });

  it("keeps its own Markdown", () => {
    const text =
      "Two *words* and `code`:\n\n- [a](https://b.example)\n- c\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    expect(markdownProse(text).toString()).toBe(text);
  });

  it.each([
    ["a <b>", "a \\<b\\>"],
    ["a \\<b\\>", "a \\<b\\>"],
    ["a \\\\<b>", "a \\\\\\<b\\>"],
    ["# a\n  ## b", "\\# a\n  \\## b"],
    ["a\n---\nb\n-\nc\n===", "a\n\\---\nb\n\\-\nc\n\\==="],
    ["```js\na\n```", "\\```js\na\n\\```"],
    ["::error::x\n  ::set-env", "\\::error::x\n  \\::set-env"],
    ["a ##[error]b, ##vso[task]", "a #\\#[error]b, #\\#vso[task]"],
    ["a\u001b[31mb\u009b\u202ec\u2066", "a[31mbc"],
    ["a\u200db\u200cc", "a\u200db\u200cc"],
  ])("escapes %j", (text, wanted) => {
    expect(markdownProse(text).toString()).toBe(wanted);
  });
});

describe("a cell of a Markdown table", () => {
  it("is one cell on one line, without HTML", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = markdownCell(text).toString();
        expect(written).not.toMatch(/[\n\r\u2028\u2029\0]/);
        expect(written).not.toMatch(unsafe);
        expect(withoutEscaped(written)).not.toMatch(/[<>|]/);
      }),
      runs,
    );
  });

  it("keeps its own inline Markdown", () => {
    expect(markdownCell("The text `1`,\n*never* a|b.").toString()).toBe("The text `1`, *never* a\\|b.");
  });
});

describe("inline code in Markdown", () => {
  const escapedMark = (mark: string): string => {
    const code = mark.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  };

  /** The displayed text of a code span in a table cell. */
  function shown(written: string): string {
    const html = /^<code>((?:[\w\s]|&#\d+;)*)<\/code>$/.exec(written);
    if (html)
      return (html[1] ?? "").replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)));
    const [cell = "", ...others] = rowCells(written);
    expect(others).toEqual([]);
    const [, fence = "", content = ""] = /^(`+)([\s\S]*[^`])\1$/.exec(cell.replace(/\\\|/g, "|")) ?? [];
    expect(content.match(/`+/g) ?? []).not.toContain(fence);
    if (/^ .*\S.* $/s.test(content)) return content.slice(1, -1);
    return content.trim();
  }

  it("displays the text in a table and doesn't leave its cell", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(Buffer.from(text).toString() === text);
        const written = markdownCode(text).toString();
        expect(written).not.toMatch(unsafe);
        expect(shown(written).replaceAll(separator, "")).toBe(
          oneLine(text)
            .replace(/[\u200b-\u200d]/g, escapedMark)
            .replace(marks, escapedMark),
        );
      }),
      runs,
    );
  });

  it.each([
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`a`", "`` `a` ``"],
    ["a | b", "`a \\| b`"],
    ["^a\\|b$", "<code>&#94;a&#92;&#124;b&#36;</code>"],
  ])("is written for %j", (text, wanted) => {
    expect(markdownCode(text).toString()).toBe(wanted);
  });
});

describe("a fenced block", () => {
  const unescaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

  it("ends only at its own fence", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [open = "", ...rest] = markdownBlock("json", text).toString().split("\n");
        const fence = open.replace(/json$/, "");
        expect(fence).toMatch(/^`{3,}$/);
        expect(rest.at(-1)).toBe(fence);
        const content = rest.slice(0, -1);
        expect(content.join("\n")).not.toMatch(unsafe);
        expect(content.join("\n").replace(/\\u([0-9a-f]{4})/g, unescaped)).toBe(
          text
            .trimEnd()
            .replace(/[\t\r]/g, " ")
            .replace(/\\u([0-9a-f]{4})/g, unescaped),
        );
        expect(content.some((line) => line.trimStart().startsWith(fence))).toBe(false);
      }),
      runs,
    );
  });
});

describe("links of a contract's texts", () => {
  it.each([
    "[a](https://example.com/x) and ![b](http://example.com/i.png)",
    "[a](mailto:me@example.com), [b](#part) and [c]( https://example.com )",
    "[x]: https://example.com",
  ])("lead to the web, a mailbox or a place of the page: %s", (text) => {
    expect(markdownProse(text).toString()).toBe(text);
  });

  it.each([
    "[a](javascript:alert(1))",
    "![a](JaVaScRiPt:alert(1))",
    "[a](data:text/html,x)",
    "[a](java&#115;cript:alert(1))",
    "[a](\\javascript:alert(1))",
    "[a](vbscript:x)",
    "[a](//example.com)",
    "[a](<javascript:alert(1)>)",
    "[a](\njavascript:alert(1))",
    "[a][x]\n\n[x]: javascript:alert(1)",
    "[x]:\njavascript:alert(1)",
    "> [x]: javascript:alert(1)",
  ])("become text if they lead elsewhere: %j", (text) => {
    for (const made of [markdownProse(text), markdownCell(text)])
      expect(made.toString()).not.toMatch(/(?<!\\)\](?:\(|:)\s*(?!\s*(?:https?:|mailto:|#))/);
  });

  it("open no template of a renderer", () => {
    const text = "a {{ x }} {% y %} {# z #} \\{{ w }}";
    for (const made of [markdownText(text), markdownProse(text), markdownCell(text), markdownCode(text)])
      expect(made.toString()).not.toMatch(/\{\\?[{%#]/);
    const block = markdownBlock("json", JSON.stringify({ a: "{{ x }}" })).toString();
    expect(block).not.toContain("{{");
    expect(JSON.parse(block.split("\n").slice(1, -1).join("\n"))).toEqual({ a: "{{ x }}" });
  });
});
