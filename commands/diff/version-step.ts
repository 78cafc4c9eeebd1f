import {
  type Affected,
  type ChangeEffect,
  type ChangeFinding,
  type ChangePlace,
  type ComparisonResult,
  type ContractChange,
  isAgainstPolicy,
  isNotice,
  type Party,
  type VersionStep,
} from "./comparison.js";
import { canonical } from "./inclusion/goal/canonical.js";

/** The steps, the lowest first. */
export const versionSteps = ["none", "patch", "minor", "major"] as const satisfies readonly VersionStep[];

/**
 * The step that changes need: `major` if something breaks, on the wire or in source, also if that was accepted; `minor`
 * for additions, deprecations, and what is risky or undecided; `patch` for other changes.
 */
export function versionStep(findings: readonly ChangeFinding[]): VersionStep {
  return highest(findings.map(neededStep));
}

/** The same below 1.0.0, where a minor version may break (`^0.2.0` excludes 0.3.0). */
export function stepFrom(version: string, step: VersionStep): VersionStep {
  if (step === "major" && version.startsWith("0.")) return "minor";
  return step;
}

/** Whether the first step is at least as high as the second. */
export function reaches(step: VersionStep, needed: VersionStep): boolean {
  return versionSteps.indexOf(step) >= versionSteps.indexOf(needed);
}

/** The highest of some steps. */
export function highest(steps: readonly VersionStep[]): VersionStep {
  return steps.reduce((most, each) => (reaches(most, each) ? most : each), "none");
}

function neededStep(finding: ChangeFinding): VersionStep {
  const { verdict, change, witness } = finding;
  if (isNotice(finding)) return "none";
  if (verdict === "breaking") return "major";
  if (verdict !== "compatible" || change === "added" || change === "deprecated") return "minor";
  // What was refused and is accepted now is new functionality.
  if (witness?.validIn === "new") return "minor";
  return "patch";
}

/**
 * The findings of a comparison: changes judged for those whose programs must keep working, one for each code and
 * each pair of places, with everything that it reaches, sorted by the place in the new version.
 */
export function judge(
  changes: readonly ContractChange[],
  { keep, compared }: { readonly keep: ReadonlySet<Party>; readonly compared: number },
): ComparisonResult {
  const findings = merged(changes).map((change) => toFinding(change, keep));
  const open = findings.filter(({ accepted }) => accepted === undefined);
  const count = (level: ChangeFinding["level"]) => open.filter((each) => each.level === level).length;
  const [errors, warnings, compatible] = [count("error"), count("warning"), count("info")];
  return {
    findings,
    summary: {
      compared,
      findings: errors + warnings,
      errors,
      warnings,
      compatible,
      accepted: findings.length - open.length,
      version: versionStep(findings),
    },
  };
}

const order: readonly ChangeEffect[] = ["breaking", "undecided", "risky"];

function toFinding({ effects, allowed, ...change }: ContractChange, keep: ReadonlySet<Party>): ChangeFinding {
  if (isAgainstPolicy(change)) return { ...change, verdict: "risky", affects: [], level: "error" };
  const counted = (Object.entries(effects) as [Affected, ChangeEffect][]).filter(
    ([affected]) => affected === "anyone" || keep.has(affected),
  );
  const verdict = order.find((effect) => counted.some(([, each]) => each === effect)) ?? "compatible";
  const affects = counted.filter(([, effect]) => effect === verdict).map(([affected]) => affected);
  const isAllowed = allowed !== undefined && verdict !== "compatible";
  return {
    ...change,
    verdict,
    affects,
    level: levels[verdict],
    ...(isAllowed && { accepted: { reason: allowed } }),
  };
}

const levels = { breaking: "error", risky: "warning", undecided: "warning", compatible: "info" } as const;

function merged(changes: readonly ContractChange[]): ContractChange[] {
  const byKey = new Map<string, ContractChange>();
  for (const change of changes) {
    const key = canonical([
      change.code,
      // What is sent and received is two statements, also if one schema says both.
      Object.keys(change.effects).sort(),
      change.old && placeKey(change.old),
      change.new && placeKey(change.new),
      // Additions and removals of different things may have the same nearest place.
      change.old === undefined || change.new === undefined
        ? change.subjects[0]
        : change.witness === undefined && change.message,
    ]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, change);
    else {
      const titles = new Map([...titlesBySubject(known), ...titlesBySubject(change)]);
      const { allowed, ...one } = known;
      byKey.set(key, {
        ...one,
        effects: { ...change.effects, ...known.effects },
        subjects: [...titles.keys()],
        ...((known.titles ?? change.titles) !== undefined && { titles: [...titles.values()] }),
        // All that it reaches must be free to change.
        ...(allowed !== undefined && change.allowed !== undefined && { allowed }),
      });
    }
  }
  return [...byKey.values()].sort(compareChanges);
}

function titlesBySubject({ subjects, titles }: ContractChange): (readonly [string, readonly string[]])[] {
  return subjects.map((subject, at) => [subject, titles?.[at] ?? [subject]]);
}

function compareChanges(a: ContractChange, b: ContractChange): number {
  const places = comparePlaces(a.new ?? a.old, b.new ?? b.old);
  if (places !== 0 || a.code === b.code) return places;
  return a.code < b.code ? -1 : 1;
}

function placeKey({ file, pointer }: ChangePlace): string {
  return `${file}#${pointer}`;
}

function comparePlaces(a: ChangePlace | undefined, b: ChangePlace | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
