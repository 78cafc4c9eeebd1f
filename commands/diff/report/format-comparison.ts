import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { printableJson } from "../../../reader/text/json.js";
import type { ComparisonResult } from "../comparison.js";
import type { DiffReportOptions } from "./wording.js";

/** The formats of `oipkit diff`; the first is the default. */
export const diffFormats = ["pretty", "json", "markdown", "github", "gitlab", "junit", "sarif"] as const;
/** The name of a format. */
export type DiffFormat = (typeof diffFormats)[number];

/** A comparison as text. Only the format that is asked for is loaded. */
export async function formatComparison(
  comparison: ComparisonResult,
  format: DiffFormat,
  options: DiffReportOptions,
): Promise<string> {
  switch (format) {
    case "pretty":
      return (await import("./pretty.js")).prettyReport(comparison, options);
    case "json":
      return jsonReport(comparison, options.version);
    case "markdown":
      return (await import("./markdown.js")).markdownReport(comparison, options);
    case "github":
    case "gitlab":
    case "junit":
    case "sarif":
      return (await import("./shared-formats.js")).sharedReport(comparison, format, options);
  }
}

/** One JSON object with a list of findings and a summary. */
export function jsonReport({ findings, summary }: ComparisonResult, version: string): string {
  return `${printableJson(exactJsonText({ tool: { name: "oipkit", version }, findings, summary }, 2))}\n`;
}
