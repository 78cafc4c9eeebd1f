import { markdownCode as code, markdownText as text } from "../../text/markdown.js";
import type { Report } from "../result/result.js";
import type { Level } from "../suite/suite.js";
import { rerunCommand } from "./commands.js";
import { type AlikeFailures, type BrokenClause, byClause, byReason } from "./groups.js";
import { patternsOf } from "./patterns.js";
import { sentence } from "./sentence.js";
import { findingsOf, subjectOf, verdictOf } from "./verdict.js";

const levels: readonly Level[] = ["must", "should", "info"];

/** A page for a job summary, a comment or a wiki. */
export function markdownReport(report: Report): string {
  const { broken, noted, known, inconclusive } = findingsOf(report);
  const sign = report.conforms ? "✅" : "❌";
  return [
    `## ${sign} ${code(report.url)} ${text(verdictOf(report))}`,
    "",
    text(subjectOf(report)),
    ...(report.interrupted === true
      ? ["", "The run was ended early: cases that hadn't started are left out."]
      : []),
    "",
    "| level | passed | failed | inconclusive |",
    "|---|---:|---:|---:|",
    ...levels.map((level) => {
      const { passed, failed, inconclusive: unseen } = report.levels[level];
      return `| ${level} | ${passed} | ${failed} | ${unseen} |`;
    }),
    ...patternsOf(report).flatMap(({ seen, probably }) => ["", `> **${text(seen)}** ${text(probably)}`]),
    ...clauses("Broken", byClause(broken, report), report),
    ...clauses("Noted, without effect on the verdict", byClause(noted, report), report),
    ...list("Known failures", [
      ...known.map(({ id }) => `${code(id)} failed, as known`),
      ...report.knownFailures.passed.map((id) => `${code(id)} passed; remove it from the list`),
    ]),
    ...list(
      "Inconclusive",
      byReason(inconclusive).map(
        ({ reason, remedy, results }) =>
          `${results.length}: ${text(reason)}${remedy === "" ? "" : ` (${text(remedy)})`}`,
      ),
    ),
    "",
    text(timesOf(report)),
    "",
  ].join("\n");
}

function timesOf({ timing, durationMs }: Report): string {
  return `${(durationMs / 1000).toFixed(1)} s; a round trip took ${timing.roundTripMs} ms, and ${timing.toleranceMs} ms were added to every time limit.`;
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ["", `### ${title}`, "", ...items.map((item) => `- ${item}`)];
}

function clauses(title: string, broken: readonly BrokenClause[], report: Report): readonly string[] {
  if (broken.length === 0) return [];
  return [
    "",
    `### ${title}`,
    ...broken.flatMap(({ clause, rules, failures }) => [
      "",
      `#### ${text([clause, ...rules].join(" "))}`,
      "",
      ...failures.flatMap((each) => failure(each, report)),
    ]),
  ];
}

const shownIds = 10;

function failure({ first, others }: AlikeFailures, report: Report): readonly string[] {
  const { id, level, reason = "", why, likelyCause } = first;
  const more = others.slice(0, shownIds).map((other) => code(other.id));
  const rest = others.length > shownIds ? `, and ${others.length - shownIds} more` : "";
  return [
    `- ${code(id)} (${level}): ${text(sentence(reason))}`,
    `  - Rule: ${text(why)}`,
    ...(likelyCause === undefined ? [] : [`  - Likely cause: ${text(likelyCause)}`]),
    `  - Run again: ${code(rerunCommand(report, id))}`,
    ...(more.length === 0 ? [] : [`  - Same failure: ${more.join(", ")}${rest}`]),
  ];
}
