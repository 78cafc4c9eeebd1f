import type { CheckContext } from "../context.js";
import type { Decision, Denied } from "../denial.js";
import type { Check, Facts } from "./check.js";

/** A check that ran. */
export interface CheckRun {
  readonly check: Check;
  readonly facts: Facts;
  readonly decision: Decision;
}

/** The checks that ran, in order, and the denial that ended them. */
export interface ChecksRun {
  readonly runs: readonly CheckRun[];
  readonly denial: Denied | undefined;
}

/** Runs checks in order until one denies. */
export function runChecks(checks: readonly Check[], context: CheckContext): ChecksRun {
  const runs: CheckRun[] = [];
  for (const check of checks) {
    const facts = check.look(context);
    const decision = check.decide(facts);
    runs.push({ check, facts, decision });
    if (decision.outcome === "denied") return { runs, denial: decision };
  }
  return { runs, denial: undefined };
}
