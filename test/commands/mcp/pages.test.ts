import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepAnswers } from "../../../commands/mcp/pages.js";

/** All pages of the text that is kept next, without the lines that number them. */
function pages(text: string): readonly string[] {
  const answers = keepAnswers();
  const all = [answers.keep(text)];
  for (let page = 2; ; page++) {
    const next = answers.page(1, page);
    if (next === undefined) break;
    all.push(next);
  }
  return all;
}

const withoutNumber = (page: string): string => page.replace(/\n\[page \d+ of \d+; [^\]]*\]$/, "");

describe("the pages of an answer", () => {
  it("have the whole text, each less than 4,000 bytes as it is sent", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.constantFrom("x".repeat(9000), '"\\'.repeat(4000), "\u0001".repeat(3000), "😀".repeat(3000), ""),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join("\n");
        const shown = pages(text);
        for (const page of shown) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4000);
        expect(shown.length === 1 ? shown[0] : shown.map(withoutNumber).join("")).toBe(text || "(no output)");
      }),
      { numRuns: 200 },
    );
  });

  it("say how the next one is read, and which is the last", () => {
    const [first = "", second = "", ...others] = pages("x\n".repeat(1500));
    expect(first).toMatch(/\[page 1 of 2; more: answer 1, page 2\]$/);
    expect(second).toMatch(/\[page 2 of 2; the last one\]$/);
    expect(others).toEqual([]);
  });

  it("say what isn't kept of a text that is too long", () => {
    const all = pages("x".repeat(4 * 1024 * 1024 + 5));
    expect(all.at(-1)).toContain("[5 characters more aren't kept]");
  });

  it("are forgotten after sixteen other answers", () => {
    const answers = keepAnswers();
    for (let count = 0; count < 17; count++) answers.keep("text");
    expect(answers.page(1, 1)).toBeUndefined();
    expect(answers.page(2, 1)).toBe("text");
  });
});
