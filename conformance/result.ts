import type { Level } from "./suite.js";

/** What one case found. */
export interface CaseResult {
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  readonly why: string;
  readonly result: "passed" | "failed" | "inconclusive";
  /** Why it failed or is inconclusive: "the receiver …" or "needs …". */
  readonly reason?: string;
  /** What was sent and answered, up to the step that failed. */
  readonly exchanges: readonly ExchangeRecord[];
}

/** One request of a case as it may be shown: verification token and secrets are masked. */
export interface ExchangeRecord {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As text; what isn't UTF-8 is replaced. */
  readonly body: string;
  /** Allowed statuses. */
  readonly wanted: readonly number[];
  /** Absent when no answer came. */
  readonly got?: { readonly status: number; readonly body: string; readonly elapsedMs: number };
}

/** What a run found, as plain JSON. */
export interface Report {
  readonly format: 1;
  readonly url: string;
  /** No `must` failed and, in a strict run, no `should`; and at least one case passed. */
  readonly conforms: boolean;
  readonly strict: boolean;
  readonly counts: { readonly passed: number; readonly failed: number; readonly inconclusive: number };
  /** In the suite's order. */
  readonly results: readonly CaseResult[];
}

/** Whether a failed case fails the run. */
export function weighs(level: Level, strict: boolean): boolean {
  return level === "must" || (level === "should" && strict);
}
