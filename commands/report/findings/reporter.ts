import type { Totals } from "../reporter.js";

export type { ReportedPart, Reporter, ReportOptions, RuleText } from "../reporter.js";

/** The counts at the end of a run. */
export interface Summary extends Totals {
  readonly files: number;
  readonly documents: number;
  /** All findings, including those that aren't shown. */
  readonly findings: number;
  /** Findings that don't fail the run. */
  readonly warnings: number;
  /** Findings in the baseline; not included in `findings`. */
  readonly known: number;
}
