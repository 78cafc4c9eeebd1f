import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { docComment, lineComment } from "../../../../reader/text/code/comment.js";
import { hostileText } from "../../../support/reader/text/code/hostile.js";
import { onlyStatement } from "../../../support/reader/text/code/typescript-module.js";

const runs = { numRuns: 500 };
const declaration = "export const kept = 1;";

describe("a documentation comment", () => {
  it("stays a comment for any text, and the following statement stays the only one", () => {
    fc.assert(
      fc.property(fc.array(fc.option(hostileText, { nil: undefined }), { maxLength: 3 }), (paragraphs) => {
        const text = `${docComment(paragraphs)}${declaration}`;
        expect(onlyStatement(text).getText()).toBe(declaration);
      }),
      runs,
    );
  });

  const tags = fc.subarray(["deprecated", "see", "remarks"] as const);
  const commentTags = (comment: string) =>
    ts.getJSDocTags(onlyStatement(comment + declaration)).map(({ tagName }) => tagName.text);

  it("has the given tags, and none from the text", () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 2 }), tags, (paragraphs, names) => {
        const comment = docComment(
          paragraphs,
          names.map((tag) => ({ tag, text: "contracts/a b.yaml#/paths/~1a" })),
        ).toString();
        expect(commentTags(comment)).toEqual(names);
        const parts = ts
          .getJSDocCommentsAndTags(onlyStatement(comment + declaration))
          .flatMap(({ comment: part }) => (Array.isArray(part) ? part : []));
        expect(parts.filter((part: ts.JSDocComment) => part.kind !== ts.SyntaxKind.JSDocText)).toEqual([]);
      }),
      runs,
    );
  });

  it("has no tags from the text of a tag", () => {
    fc.assert(
      fc.property(tags, hostileText, (names, text) => {
        const found = commentTags(
          docComment(
            [],
            names.map((tag) => ({ tag, text })),
          ).toString(),
        );
        expect(names.filter((name) => found.includes(name))).toEqual(found);
        expect(found[0]).toBe(names[0]);
      }),
      runs,
    );
    expect(commentTags(docComment([], [{ tag: "see", text: "a@deprecated" }]).toString())).toEqual(["see"]);
  });

  it("isn't ended by characters that become adjacent when control characters are removed", () => {
    for (const between of ["\u0000", "\u0001", "\u007f", "\ufeff"]) {
      const text = `${docComment([`a *${between}/ throw 1; /${between}* b`])}${declaration}`;
      expect(onlyStatement(text).getText()).toBe(declaration);
    }
  });

  it("keeps readable text", () => {
    const tags = [{ tag: "see", text: "contracts/a.yaml" }] as const;
    expect(docComment(["  One line: `a` & 日本語. "]).toString()).toBe("/** One line: `a` & 日本語. */\n");
    expect(docComment(["a\r\nb", undefined, " ", "c"], tags).toString()).toBe(
      "/**\n * a\n * b\n *\n * c\n *\n * @see contracts/a.yaml\n */\n",
    );
    expect(docComment(["mail me@here.example, or @you"]).toString()).toBe(
      "/** mail me@here.example, or \\@you */\n",
    );
  });

  it("is empty if there is no text", () => {
    expect(docComment([]).toString()).toBe("");
    expect(docComment([undefined, "", " \n"]).toString()).toBe("");
  });
});

describe("a line comment", () => {
  it("stays a comment for any text, and the following statement stays the only one", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const comment = lineComment(text).toString();
        expect(comment.split("\n").every((line) => line.startsWith("//"))).toBe(true);
        expect(onlyStatement(`${comment}\n${declaration}`).getText()).toBe(declaration);
      }),
      runs,
    );
  });

  it("has one line for each line of the text", () => {
    expect(lineComment("a\nb\u2028c").toString()).toBe("// a\n// b\n// c");
  });
});
