import type { Comparison, Finding, Place } from "../finding.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { versionStep } from "../version-step.js";

/** A comparison with one release, or with several that have the same contracts. */
export interface ReleaseComparison {
  /** Newest first. */
  readonly tags: readonly string[];
  /** What its places start with, such as `git:v1.2.0`. */
  readonly label: string;
  readonly comparison: Comparison;
}

/**
 * One comparison from those with several releases, which start with the newest. A finding that several of them have is listed
 * once, with their tags, in the order of `releases`, and the places of the newest.
 */
export function mergeReleases(
  comparisons: readonly ReleaseComparison[],
  releases: readonly string[],
): Comparison {
  const byKey = new Map<string, { readonly finding: Finding; readonly tags: string[] }>();
  for (const { tags, label, comparison } of comparisons) {
    for (const finding of comparison.findings) {
      const key = keyOf(finding, label);
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { finding, tags: [...tags] });
      else known.tags.push(...tags);
    }
  }
  const inOrder = (tags: readonly string[]) => releases.filter((tag) => tags.includes(tag));
  const findings = [...byKey.values()].map(({ finding, tags }) => ({ ...finding, releases: inOrder(tags) }));
  const count = (level: Finding["level"]) => findings.filter((each) => each.level === level).length;
  const [errors, warnings, compatible] = [count("error"), count("warning"), count("info")];
  return {
    findings: findings.sort((a, b) => compare(a, b)),
    summary: {
      compared: Math.max(0, ...comparisons.map(({ comparison }) => comparison.summary.compared)),
      findings: errors + warnings,
      errors,
      warnings,
      compatible,
      accepted: 0,
      version: versionStep(findings),
      releases: inOrder(comparisons.flatMap(({ tags }) => tags)),
    },
  };
}

/** Equal for what the readers of a report take as the same finding. */
function keyOf(finding: Finding, label: string): string {
  const { code, level, old, new: current, subjects, message, witness } = finding;
  const start = `${label}:`;
  const unlabelled = (text: string) => (text.startsWith(start) ? text.slice(start.length) : text);
  return canonical([
    code,
    level,
    old && [unlabelled(old.file), old.pointer],
    current && [current.file, current.pointer],
    old === undefined || current === undefined
      ? unlabelled(subjects[0] ?? "")
      : witness === undefined && message,
  ]);
}

function compare(a: Finding, b: Finding): number {
  return comparePlaces(a.new ?? a.old, b.new ?? b.old) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
