import type { CaseResult, ExchangeRecord, Report } from "../result.js";
import { curlCommand, rerunCommand } from "./commands.js";
import { patternsOf } from "./patterns.js";
import { verdictOf } from "./verdict.js";

/** The report with commands to try each case again; ends with a line feed. docs/conform.md has the fields. */
export function jsonReport(report: Report, version: string): string {
  const { results, ...rest } = report;
  const whole = {
    tool: { name: "oipkit", version },
    verdict: verdictOf(report),
    patterns: patternsOf(report),
    ...rest,
    results: results.map((result) => withCommands(result, report)),
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

function withCommands(result: CaseResult, report: Report): unknown {
  const exchanges = result.exchanges.map((exchange: ExchangeRecord) => {
    const curl = curlCommand(report.url, exchange);
    return curl === undefined ? exchange : { ...exchange, curl };
  });
  return { ...result, rerun: rerunCommand(report, result.id), exchanges };
}
