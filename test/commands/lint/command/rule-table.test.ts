import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fillRuleTables } from "../../../../commands/lint/command/rule-table.js";
import { builtInRules } from "../../../../commands/lint/rules/registry.js";

const page = readFileSync(new URL("../../../../docs/reference/lint.md", import.meta.url), "utf8");

describe("docs/reference/lint.md", () => {
  it("has the tables of rules as the rules describe themselves (tools/lint-rules.mjs)", () => {
    expect(page).toContain("<!-- rules: own -->");
    expect(fillRuleTables(page)).toBe(page);
  });
});

describe("the texts of rules", () => {
  it.each(builtInRules)(
    "$name: one sentence for what, why and what to do",
    ({ name, finds, why, remedy }) => {
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      for (const text of [finds, why, remedy]) expect(text).toMatch(/^[A-Z`].*[^.]\.$/);
      expect(finds.length + why.length + remedy.length).toBeLessThan(500);
    },
  );
});
