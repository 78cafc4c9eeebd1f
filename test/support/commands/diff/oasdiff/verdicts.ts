import { bothSides, type ChangeFinding } from "../../../../../commands/diff/comparison.js";
import { findingsBetween } from "../version-of.js";
import type { Pair } from "./documents.js";
import type { Level } from "./levels.js";
import type { Verdict } from "./reason.js";
import type { Relation } from "./reasons.js";

/** What `oipkit diff` says of a pair of documents. */
export interface Answer {
  /** The worst verdict; absent if there is no finding. */
  readonly verdict?: Verdict;
  /** The codes of the findings with this verdict, each once. */
  readonly codes: readonly string[];
  /** Whether one of these findings shows a document that only one version accepts. */
  readonly hasWitness: boolean;
}

/** The worst first. */
const verdicts: readonly Verdict[] = ["breaking", "undecided", "risky", "compatible"];

/** How serious a verdict and a level are. */
const weights: Readonly<Record<Verdict | Level, number>> = {
  breaking: 2,
  error: 2,
  undecided: 1,
  risky: 1,
  warning: 1,
  compatible: 0,
  info: 0,
};

/** Compares as the command does without options: for programs of the consumer, by what both sides send. */
export async function answerTo([old, current]: Pair): Promise<Answer> {
  const findings = await findingsBetween(old, current, { look: bothSides });
  const verdict = verdicts.find((each) => findings.some((finding) => finding.verdict === each));
  if (verdict === undefined) return { codes: [], hasWitness: false };
  const worst: readonly ChangeFinding[] = findings.filter((finding) => finding.verdict === verdict);
  return {
    verdict,
    codes: [...new Set(worst.map(({ code }) => code))],
    hasWitness: worst.some(({ witness }) => witness !== undefined),
  };
}

/** How a verdict relates to a level; without a verdict, nothing was said. */
export function relationBetween(level: Level, verdict: Verdict | undefined): Relation {
  if (verdict === undefined) return "same meaning";
  if (weights[verdict] === weights[level]) return "same";
  return weights[verdict] > weights[level] ? "stricter" : "milder";
}
