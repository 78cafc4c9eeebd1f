import { readFileSync, writeFileSync } from "node:fs";
import type { CaseResult } from "../../../../../commands/conform/index.js";

/** How many cases of each clause a mutant fails. */
export type FailuresByClause = Readonly<Record<string, number>>;

/** The last runs of all mutants against the whole suite. */
export interface WholeRuns {
  /** Of the suite then. */
  readonly cases: number;
  /** By the mutant's name. */
  readonly mutants: Readonly<Record<string, FailuresByClause>>;
}

const file = new URL("whole-runs.json", import.meta.url);

export function readWholeRuns(): WholeRuns {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function writeWholeRuns(runs: WholeRuns): void {
  writeFileSync(file, `${JSON.stringify(runs, undefined, 2)}\n`);
}

/** Counts failures, in the order of the suite. */
export function byClause(failed: readonly CaseResult[]): FailuresByClause {
  const counts: Record<string, number> = {};
  for (const { clause } of failed) counts[clause] = (counts[clause] ?? 0) + 1;
  return counts;
}
