import type { Excerpts } from "./excerpts.js";

/** How a comparison is printed. */
export interface DiffReportOptions {
  readonly colour: boolean;
  /** Whether `pretty` also shows compatible and accepted changes. */
  readonly compatible: boolean;
  /** Version of oipkit. */
  readonly version: string;
  /** What the two versions are called. */
  readonly labels: { readonly old: string; readonly new: string };
  /** Source lines of the two versions. */
  readonly excerpts: { readonly old: Excerpts; readonly new: Excerpts };
  /** A monotonic clock in milliseconds, for the durations in a report. */
  readonly now: () => number;
}
