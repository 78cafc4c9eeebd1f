import type { Comparison } from "../finding.js";
import type { DiffFormat } from "./formats.js";
import { jsonReport } from "./json.js";
import { prettyReport } from "./pretty.js";

/** A comparison as text. */
export function formatComparison(
  comparison: Comparison,
  options: { readonly format: DiffFormat; readonly colour: boolean; readonly version: string },
): string {
  switch (options.format) {
    case "pretty":
      return prettyReport(comparison, options);
    case "json":
      return jsonReport(comparison, options.version);
  }
}
