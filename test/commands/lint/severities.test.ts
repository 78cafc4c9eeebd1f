import { describe, expect, it } from "vitest";
import { severitiesIn } from "../../../commands/lint/settings.js";
import { lintTexts } from "../../support/commands/lint/texts.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const texts = {
  "a.schema.yaml": `${dialect}properties:\n  a: { pattern: a }\n  ab: { pattern: b }\n`,
  "b.schema.yaml": `${dialect}pattern: c\n`,
};
const rules = (severity: "error" | "warning" | "off") => new Map([["unanchored-pattern", severity]]);
const levels = async (settings: Parameters<typeof lintTexts>[1]) =>
  (await lintTexts(texts, settings)).findings.map(
    ({ finding: { file, pointer, level } }) => `${file}${pointer} ${level}`,
  );

describe("severities", () => {
  it("are those of the set, unless the settings change them", async () => {
    expect(await levels({ set: "minimal" })).toEqual([]);
    expect(await levels({})).toEqual([
      "a.schema.yaml/properties/a/pattern warning",
      "a.schema.yaml/properties/ab/pattern warning",
      "b.schema.yaml/pattern warning",
    ]);
    const asErrors = new Map([["unanchored-pattern", { severity: "error", options: {} }]] as const);
    expect((await levels({ rules: asErrors })).every((line) => line.endsWith(" error"))).toBe(true);
  });

  it("can differ by file and by pointer, which ends at a token; the last override counts", async () => {
    const overrides = [
      { rules: rules("error") },
      { pointers: ["/properties/a"], rules: rules("off") },
      { files: new Set(["/contracts/b.schema.yaml"]), rules: rules("warning") },
    ];
    expect(await levels({ overrides })).toEqual([
      "a.schema.yaml/properties/ab/pattern error",
      "b.schema.yaml/pattern warning",
    ]);
  });

  it("of an override switch on a rule that the set leaves off", async () => {
    const overrides = [{ files: new Set(["/contracts/b.schema.yaml"]), rules: rules("warning") }];
    expect(await levels({ set: "minimal", overrides })).toEqual(["b.schema.yaml/pattern warning"]);
  });

  it("never get lower from minimal to recommended to thorough", () => {
    const ranks = { off: 0, warning: 1, error: 2 };
    const [minimal, recommended, thorough] = (["minimal", "recommended", "thorough"] as const).map(
      severitiesIn,
    );
    for (const [name, severity] of minimal ?? []) {
      const others = [recommended?.get(name), thorough?.get(name)].map((each) => ranks[each ?? "off"]);
      expect([name, [ranks[severity], ...others]]).toEqual([
        name,
        [ranks[severity], ...others].sort((a, b) => a - b),
      ]);
    }
  });
});
