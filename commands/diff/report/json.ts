import { json } from "../../../reader/text/json.js";
import type { Comparison } from "../finding.js";

/** One JSON object with a list of findings and a summary. */
export function jsonReport({ findings, summary }: Comparison, version: string): string {
  return `${json({ tool: { name: "oipkit", version }, findings, summary }, 2)}\n`;
}
