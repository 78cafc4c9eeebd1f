import type { Finding, ReportedFinding } from "./finding.js";

/** What a report says at its end about a run; formats for programs also hold the further counts of a command. */
export interface Totals {
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Whether the run stopped before it had read everything. */
  readonly interrupted: boolean;
}

/** A source or a part of it, with findings whose lines count from the start of the source. */
export interface ReportedPart<Found extends ReportedFinding = Finding> {
  readonly file: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly findings: readonly Found[];
}

/** Formats findings as they arrive; holds only a few in memory. */
export interface Reporter {
  head(): string;
  part(part: ReportedPart<ReportedFinding>): string;
  tail(totals: Totals): string;
}

/** What a code of a finding means. */
export interface RuleText {
  /** One sentence. */
  readonly meaning: string;
  /** What to do. */
  readonly help: string;
  /** The usual level of its findings. */
  readonly level: ReportedFinding["level"];
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
  /** What JUnit calls a file without findings. Default: `valid`. */
  readonly clean?: string;
}
