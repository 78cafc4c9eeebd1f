import type { CaseResult, Report } from "../result/result.js";
import { rerunCommand } from "./commands.js";
import { sentence } from "./sentence.js";

/** What a person needs to know of a case that failed, one fact a line. */
export function detailLines(result: CaseResult, report: Report): readonly string[] {
  const { clause, level, why, expected, actual, likelyCause, reason } = result;
  return [
    ...(reason === undefined ? [] : [sentence(reason)]),
    `Asked: ${why} (${clause}, ${level})`,
    ...(expected === undefined ? [] : [`Wanted: ${expected.text}`]),
    ...(actual === undefined ? [] : [`Got: ${actual.text}`]),
    ...(likelyCause === undefined ? [] : [`Likely cause: ${likelyCause}`]),
    `Again: ${rerunCommand(report, result.id)}`,
  ];
}
