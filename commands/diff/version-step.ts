import { type Finding, isNotice, type VersionStep } from "./finding.js";

/** The steps, the lowest first. */
export const versionSteps = ["none", "patch", "minor", "major"] as const satisfies readonly VersionStep[];

/**
 * The step that changes need: `major` if something breaks, on the wire or in source, also if that was accepted; `minor`
 * for additions, deprecations, and what is risky or undecided; `patch` for other changes.
 */
export function versionStep(findings: readonly Finding[]): VersionStep {
  return highest(findings.map(stepOf));
}

/** The same below 1.0.0, where a minor version may break (`^0.2.0` excludes 0.3.0). */
export function stepFrom(version: string, step: VersionStep): VersionStep {
  return step === "major" && version.startsWith("0.") ? "minor" : step;
}

/** Whether the first step is at least as high as the second. */
export function reaches(step: VersionStep, needed: VersionStep): boolean {
  return versionSteps.indexOf(step) >= versionSteps.indexOf(needed);
}

/** The highest of some steps. */
export function highest(steps: readonly VersionStep[]): VersionStep {
  return steps.reduce((most, each) => (reaches(most, each) ? most : each), "none");
}

function stepOf(finding: Finding): VersionStep {
  const { verdict, change, witness } = finding;
  if (isNotice(finding)) return "none";
  if (verdict === "breaking") return "major";
  if (verdict !== "compatible" || change === "added" || change === "deprecated") return "minor";
  // What was refused and is accepted now is new functionality.
  return witness?.validIn === "new" ? "minor" : "patch";
}
