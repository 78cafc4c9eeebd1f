// @needs platform-document
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { platformDocument } from "../support/services/platform-document.js";

interface NotShown {
  readonly sha256: string;
  readonly statements: readonly { readonly section: string; readonly line: number }[];
}

const index = new URL("../../contracts/not-shown.yaml", import.meta.url);
const notShown = parse(readFileSync(index, "utf8")) as NotShown;

describe("the platform document", () => {
  it("has exactly the indexed statements", () => {
    const document = readFileSync(platformDocument);
    expect(createHash("sha256").update(document).digest("hex")).toBe(notShown.sha256);
    const statements: { section: string; line: number }[] = [];
    let section = "";
    for (const [index, text] of document.toString("utf8").split("\n").entries()) {
      const [, number] = /^#{2,3} ([0-9]+(?:\.[0-9]+)?)/.exec(text) ?? [];
      if (number !== undefined) section = `§${number}`;
      for (const _ of text.matchAll(/\b(?:not|none) shown\b/gi))
        statements.push({ section, line: index + 1 });
    }
    expect(notShown.statements.map(({ section, line }) => ({ section, line }))).toEqual(statements);
  });
});
