import type { Comparison } from "../finding.js";
import type { DiffFormat } from "./formats.js";
import type { DiffReportOptions } from "./report-options.js";

/** A comparison as text. Only the format that is asked for is loaded. */
export async function formatComparison(
  comparison: Comparison,
  format: DiffFormat,
  options: DiffReportOptions,
): Promise<string> {
  switch (format) {
    case "pretty":
      return (await import("./pretty.js")).prettyReport(comparison, options);
    case "json":
      return (await import("./json.js")).jsonReport(comparison, options.version);
    case "markdown":
      return (await import("./markdown.js")).markdownReport(comparison, options);
    case "github":
    case "gitlab":
    case "junit":
    case "sarif":
      return (await import("./shared-formats.js")).sharedReport(comparison, format, options);
  }
}
