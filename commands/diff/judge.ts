import type { Affected, Change, Comparison, Effect, Finding, Party, Place } from "./finding.js";
import { canonical } from "./inclusion/goal/canonical.js";
import { versionStep } from "./version-step.js";

/**
 * The findings of a comparison: changes judged for those whose programs must keep working, one for each code and
 * each pair of places, with everything that it reaches, sorted by the place in the new version.
 */
export function judge(
  changes: readonly Change[],
  { keep, compared }: { readonly keep: ReadonlySet<Party>; readonly compared: number },
): Comparison {
  const findings = merged(changes).map((change) => findingOf(change, keep));
  const count = (level: Finding["level"]) => findings.filter((each) => each.level === level).length;
  const [errors, warnings, compatible] = [count("error"), count("warning"), count("info")];
  return {
    findings,
    summary: {
      compared,
      findings: errors + warnings,
      errors,
      warnings,
      compatible,
      accepted: 0,
      version: versionStep(findings),
    },
  };
}

const order: readonly Effect[] = ["breaking", "undecided", "risky"];

function findingOf({ effects, ...change }: Change, keep: ReadonlySet<Party>): Finding {
  const counted = (Object.entries(effects) as [Affected, Effect][]).filter(
    ([affected]) => affected === "anyone" || keep.has(affected),
  );
  const verdict = order.find((effect) => counted.some(([, each]) => each === effect)) ?? "compatible";
  const affects = counted.filter(([, effect]) => effect === verdict).map(([affected]) => affected);
  return { ...change, verdict, affects, level: levels[verdict] };
}

const levels = { breaking: "error", risky: "warning", undecided: "warning", compatible: "info" } as const;

function merged(changes: readonly Change[]): Change[] {
  const byKey = new Map<string, Change>();
  for (const change of changes) {
    const key = canonical([
      change.code,
      change.old && keyOf(change.old),
      change.new && keyOf(change.new),
      // Additions and removals of different things may have the same nearest place.
      change.old === undefined || change.new === undefined
        ? change.subjects[0]
        : change.witness === undefined && change.message,
    ]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, change);
    else {
      const subjects = [...new Set([...known.subjects, ...change.subjects])];
      byKey.set(key, { ...known, effects: { ...change.effects, ...known.effects }, subjects });
    }
  }
  return [...byKey.values()].sort(
    (a, b) => compare(a.new ?? a.old, b.new ?? b.old) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

function compare(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
