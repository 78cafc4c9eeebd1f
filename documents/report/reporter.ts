import { packageVersion } from "../../generator/package-version.js";
import type { Finding } from "../finding.js";
import type { Format } from "./formats.js";

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

export interface ReportOptions {
  readonly colour: boolean;
  /** Version of oipkit. */
  readonly version: string;
}

/** The reporter of a format, without colours unless told otherwise; the others aren't loaded. */
export async function createReporter(format: Format, given: Partial<ReportOptions> = {}): Promise<Reporter> {
  const { colour = false, version = await packageVersion() } = given;
  const options = { colour, version };
  switch (format) {
    case "pretty":
      return (await import("./pretty.js")).prettyReporter(options);
    case "json":
      return (await import("./json.js")).jsonReporter(options);
    case "ndjson":
      return (await import("./json.js")).ndjsonReporter();
    case "junit":
      return (await import("./junit.js")).junitReporter();
    case "sarif":
      return (await import("./sarif.js")).sarifReporter(options);
    case "github":
      return (await import("./github.js")).githubReporter();
    case "gitlab":
      return (await import("./gitlab.js")).gitlabReporter();
  }
}
