import { describe, expect, it } from "vitest";
import { addressCases } from "../../support/reader/validation/address-cases.js";
import { runModules } from "../../support/reader/validation/generate-validators.js";
import { identifierCases } from "../../support/reader/validation/identifier-cases.js";

const formatCases = { ...addressCases, ...identifierCases };

describe("a generated validator", () => {
  it("decides each format as its specification does", async () => {
    const schemas = Object.fromEntries(Object.keys(formatCases).map((format) => [`f-${format}`, { format }]));
    const cases = Object.entries(formatCases).flatMap(([format, { right, wrong }]) => [
      ...right.map((text) => ({ format, text, valid: true })),
      ...wrong.map((text) => ({ format, text, valid: false })),
    ]);
    const found = await runModules(
      schemas,
      cases.map(({ format, text }) => [`f-${format}`, text] as const),
    );
    expect(cases.map((each, at) => ({ ...each, valid: found[at]?.valid }))).toEqual(cases);
  });
});
