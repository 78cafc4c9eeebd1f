import type { CaseResult, Report } from "../result/result.js";
import { rerunCommand } from "./commands.js";
import { sentence } from "./sentence.js";

/** What a person needs to know about a failed case, one fact per line. */
export function detailLines(result: CaseResult, report: Report): readonly string[] {
  const { clause, level, why, expected, actual, likelyCause, reason } = result;
  return [
    ...(reason === undefined ? [] : [sentence(reason)]),
    `Rule: ${why} (${clause}, ${level})`,
    ...(expected === undefined ? [] : [`Expected: ${expected.text}`]),
    ...(actual === undefined ? [] : [`Got: ${actual.text}`]),
    ...(likelyCause === undefined ? [] : [`Likely cause: ${likelyCause}`]),
    `Run again: ${rerunCommand(report, result.id)}`,
  ];
}
