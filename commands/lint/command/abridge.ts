import type { Finding } from "../../report/reporter.js";

/** Findings of a rule that are shown one by one, if there are no more. */
const most = 10;
/** Findings of a rule that are shown if there are more. */
const examples = 3;

/** Findings for people, who read of a habit once. */
interface Abridged {
  readonly findings: readonly Finding[];
  /** A line for each rule with more findings. */
  readonly more: readonly string[];
}

/** Leaves out findings of rules that have many: a contract with a habit has one for each operation or schema. */
export function abridge(findings: readonly Finding[]): Abridged {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) {
    const known = byCode.get(finding.code);
    if (known === undefined) byCode.set(finding.code, [finding]);
    else known.push(finding);
  }
  const long = [...byCode].filter(([, found]) => found.length > most);
  const leftOut = new Set(long.flatMap(([, found]) => found.slice(examples)));
  return {
    findings: findings.filter((finding) => !leftOut.has(finding)),
    more: long
      .sort(([, a], [, b]) => b.length - a.length)
      .map(
        ([code, found]) =>
          `${code}: ${found.length} findings, of which ${examples} are shown; --all shows all`,
      ),
  };
}
