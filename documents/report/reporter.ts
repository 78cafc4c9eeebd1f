import type { Finding } from "../finding.js";

/** The state of a run at its end. */
export interface Summary {
  readonly files: number;
  readonly documents: number;
  /** All findings, those that aren't shown included. */
  readonly findings: number;
  /** Those of the findings that don't make the run fail. */
  readonly warnings: number;
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Findings that the baseline knows; not in `findings`. */
  readonly known: number;
  /** The run was ended before it had read everything. */
  readonly interrupted: boolean;
}

/** A source or a piece of it, with findings whose lines count from the source's start. */
export interface ReportedPart {
  readonly file: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly findings: readonly Finding[];
}

/** Makes text of findings as they come; it keeps no more than a few. */
export interface Reporter {
  head(): string;
  part(part: ReportedPart): string;
  tail(summary: Summary): string;
}

/** How findings are printed. */
export interface ReportOptions {
  readonly colour: boolean;
  /** Version of oipkit. */
  readonly version: string;
}
