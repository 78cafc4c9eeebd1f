import { json } from "../../../reader/text/json.js";
import type { CaseResult, ExchangeRecord, Report } from "../result/result.js";
import { curlCommand, rerunCommand } from "./commands.js";
import { causeOf, explanations, type Pattern, patternsOf } from "./patterns.js";
import { verdictOf } from "./verdict.js";

/** The report, with commands to run each case again; ends with a line feed. docs/reference/conform.md describes the fields. */
export function jsonReport(report: Report, version: string): string {
  const { results, ...rest } = report;
  const patterns = patternsOf(report);
  const explained = explanations(patterns);
  const head = {
    tool: { name: "oipkit", version },
    verdict: verdictOf(report),
    patterns,
    ...rest,
  };
  // One case per line: with line breaks inside, half of the file would be white space.
  const list = results.map((result) => json(withCommands(result, report, explained)));
  return `${json(head, 2).slice(0, -2)},\n  "results": [\n${list.join(",\n")}\n  ]\n}\n`;
}

function withCommands(result: CaseResult, report: Report, explained: ReadonlyMap<string, Pattern>): unknown {
  const likelyCause = causeOf(result, explained);
  const exchanges = result.exchanges.map((exchange: ExchangeRecord) => {
    const curl = report.subject.kind === "sender" ? undefined : curlCommand(report.url, exchange);
    return curl === undefined ? exchange : { ...exchange, curl };
  });
  const cause = likelyCause === undefined ? {} : { likelyCause };
  return { ...result, ...cause, rerun: rerunCommand(report, result.id), exchanges };
}
