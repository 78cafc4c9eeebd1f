import type { CaseResult, Report } from "../result/result.js";
import { rerunCommand } from "./commands.js";
import { causeOf, type Pattern } from "./patterns.js";
import { sentence } from "./sentence.js";

/** What a person needs to know about a failed case, one fact per line; `explained`: the patterns by case. */
export function detailLines(
  result: CaseResult,
  report: Report,
  explained: ReadonlyMap<string, Pattern>,
): readonly string[] {
  const { id, clause, level, why, expected, actual, reason } = result;
  const cause = causeOf(result, explained);
  return [
    ...(reason === undefined ? [] : [sentence(reason)]),
    `Rule: ${why} (${clause}, ${level})`,
    ...(expected === undefined ? [] : [`Expected: ${expected.text}`]),
    ...(actual === undefined ? [] : [`Got: ${actual.text}`]),
    ...(cause === undefined ? [] : [`Likely cause: ${cause}`]),
    `Run again: ${rerunCommand(report, id)}`,
  ];
}
