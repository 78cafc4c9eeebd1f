import type { Report } from "../result.js";
import type { ReportFormat } from "./formats.js";
import { htmlReport } from "./html/page.js";
import { githubReport, jsonReport, jsonReportParts, junitReport, tapReport } from "./machine-reports.js";
import { markdownReport } from "./markdown.js";
import { prettyReport } from "./pretty.js";
import { sarifReport } from "./sarif.js";

/** How a report is printed. */
export interface FormatOptions {
  /** Default: `pretty`, for people at a terminal. */
  readonly format?: ReportFormat | undefined;
  /** Whether `pretty` uses escape sequences for colours. Default: no. */
  readonly colour?: boolean | undefined;
  /** Version of oipkit, for formats that name their producer. */
  readonly version?: string | undefined;
  /**
   * Whose requests and answers `html` has: those of `failed` cases (of many that fail alike only the first ones), or `all`,
   * which makes several megabytes. Default: `failed`.
   */
  readonly exchanges?: "failed" | "all" | undefined;
}

/** A report in pieces of text that are written one after the other, so that a large one needn't be in memory. Throws like `formatReport`. */
export function reportParts(report: Report, options: FormatOptions): Iterable<string> {
  if (options.format === "json") return jsonReportParts(report, options.version ?? "");
  return [formatReport(report, options)];
}

/** A report as text; ends with a line feed. It contains no credential. Throws a `TypeError` for `sarif` unless the run was against an API. */
export function formatReport(report: Report, options: FormatOptions = {}): string {
  const { format = "pretty", colour = false, version = "", exchanges = "failed" } = options;
  switch (format) {
    case "pretty":
      return prettyReport(report, { colour });
    case "json":
      return jsonReport(report, version);
    case "junit":
      return junitReport(report);
    case "tap":
      return tapReport(report);
    case "github":
      return githubReport(report);
    case "markdown":
      return markdownReport(report);
    case "html":
      return htmlReport(report, { version, exchanges });
    case "sarif":
      return sarifReport(report, version);
  }
}
