import type { CaseResult } from "../../result.js";
import type { ApiCase, ApiCheck } from "../checks/api-check.js";
import type { ApiFinding, RecordedRequests, TrialExchange } from "./finding.js";

/** What came of one case. */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly finding: ApiFinding }
  | { readonly kind: "untried"; readonly reason: string };

/** A case that was run. */
export interface SettledCase {
  readonly check: ApiCheck;
  readonly testCase: ApiCase;
  readonly outcome: Outcome;
  readonly exchanges: readonly TrialExchange[];
  readonly durationMs: number;
}

/** A case that failed when it was run among the others. */
export interface FailedCase extends SettledCase {
  readonly outcome: Extract<Outcome, { kind: "failed" }>;
}

/** The result of a case, as reports have it; `records` makes its requests fit for them. */
export function caseResult(
  { check: { name, rule }, testCase: { id, level }, outcome, exchanges, durationMs }: SettledCase,
  records: (exchanges: readonly TrialExchange[], finding: ApiFinding) => RecordedRequests,
): CaseResult {
  const head = { id, clause: name, level, why: rule, durationMs: Math.round(durationMs) };
  switch (outcome.kind) {
    case "passed":
      return { ...head, result: "passed", exchanges: [] };
    case "untried":
      return { ...head, result: "inconclusive", reason: outcome.reason, exchanges: [] };
    case "failed": {
      const { level: own = level, isCertain: _, answer: __, ...finding } = outcome.finding;
      return { ...head, ...finding, level: own, result: "failed", ...records(exchanges, outcome.finding) };
    }
  }
}
