import type { Finding } from "../finding.js";

/** The counts at the end of a run. */
export interface Summary {
  readonly files: number;
  readonly documents: number;
  /** All findings, including those that aren't shown. */
  readonly findings: number;
  /** Findings that don't fail the run. */
  readonly warnings: number;
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Findings in the baseline; not included in `findings`. */
  readonly known: number;
  /** Whether the run stopped before it had read everything. */
  readonly interrupted: boolean;
}

/** A source or a part of it, with findings whose lines count from the start of the source. */
export interface ReportedPart {
  readonly file: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly findings: readonly Finding[];
}

/** Formats findings as they arrive; holds only a few in memory. */
export interface Reporter {
  head(): string;
  part(part: ReportedPart): string;
  tail(summary: Summary): string;
}

/** What a code of a finding means. */
export interface RuleText {
  /** One sentence. */
  readonly meaning: string;
  /** What to do. */
  readonly help: string;
  /** The usual level of its findings. */
  readonly level: "error" | "warning";
}

/** How findings are printed. */
export interface ReportOptions {
  readonly colour: boolean;
  /** Version of oipkit. */
  readonly version: string;
  /** The command, such as `oipkit validate`. */
  readonly command: string;
  /** A monotonic clock in milliseconds, for the durations in a report. */
  readonly now: () => number;
  /** What a code means, for formats that describe the rules. */
  readonly describe: (code: string) => RuleText;
}
