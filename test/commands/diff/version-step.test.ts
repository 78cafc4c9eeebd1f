import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  highest,
  reaches,
  stepFrom,
  versionStep,
  versionSteps,
} from "../../../commands/diff/version-step.js";
import {
  accepted,
  added,
  narrowed,
  removed,
  renamedInSource,
  undecided,
} from "../../support/commands/diff/report/example-comparison.js";
import { hostileComparison } from "../../support/commands/diff/report/hostile-comparison.js";

const compatible = { verdict: "compatible", level: "info", affects: [] } as const;
const { witness: _, ...changed } = { ...narrowed, ...compatible };

describe("the step of a version", () => {
  it.each([
    ["none without changes", [], "none"],
    ["major if programs break", [narrowed], "major"],
    ["major if only code breaks", [renamedInSource], "major"],
    ["major if something was removed, whatever else changed", [added, removed, undecided], "major"],
    ["major if what breaks was accepted, since it still breaks", [accepted], "major"],
    ["minor for additions", [added], "minor"],
    ["minor for deprecations", [{ ...changed, change: "deprecated" as const }], "minor"],
    [
      "minor if more is accepted than before",
      [{ ...narrowed, ...compatible, witness: { document: 1, validIn: "new" as const } }],
      "minor",
    ],
    ["minor for what is undecided", [undecided], "minor"],
    ["minor for what is risky", [{ ...undecided, verdict: "risky" as const }], "minor"],
    ["patch for other compatible changes", [changed], "patch"],
    [
      "none for a stale entry among the accepted changes",
      [{ ...undecided, code: "accepted-change-stale" as const }],
      "none",
    ],
  ] as const)("is %s", (_name, findings, step) => {
    expect(versionStep(findings)).toBe(step);
  });

  it("is minor below 1.0.0 if it would be major", () => {
    expect(stepFrom("0.4.2", "major")).toBe("minor");
    expect(stepFrom("0.4.2", "patch")).toBe("patch");
    expect(stepFrom("10.0.0", "major")).toBe("major");
  });

  it("of several changes is the highest of their steps", () => {
    fc.assert(
      fc.property(hostileComparison, ({ findings }) => {
        expect(versionStep(findings)).toBe(highest(findings.map((each) => versionStep([each]))));
      }),
    );
    for (const a of versionSteps)
      for (const b of versionSteps) expect(reaches(highest([a, b]), a)).toBe(true);
  });
});
