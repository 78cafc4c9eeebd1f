import { markdownCode as code, codeBlock, markdownText as text } from "../../../reader/text/markdown.js";
import type { CaseResult, Report } from "../result.js";
import type { Level } from "../suite/suite.js";
import { rerunCommand, sentence } from "./details.js";
import {
  type AlikeFailures,
  type BrokenClause,
  byReason,
  clauseCounts,
  clauseHeading,
  foldedFailures,
} from "./groups.js";
import type { Pattern } from "./pattern.js";
import { openText, runFindings, runStanding, subjectText, verdictText } from "./verdict.js";

const levels: readonly Level[] = ["must", "should", "info"];

/** A page for a job summary, a comment or a wiki. */
export function markdownReport(report: Report): string {
  const { known, inconclusive, notRun } = runFindings(report);
  const { patterns, openPatterns, broken, noted } = foldedFailures(report);
  const open = openText(report);
  const sign = { conforms: "✅", partial: "❔", unshown: "❔", broken: "❌" }[runStanding(report)];
  const lines = [
    `## ${sign} ${code(report.url)} ${text(verdictText(report))}`,
    "",
    text(subjectText(report)),
  ];
  if (report.interrupted === true)
    lines.push("", "The run was ended early: cases that hadn't started are left out.");
  lines.push(
    "",
    "| level | passed | failed | inconclusive |",
    "|---|---:|---:|---:|",
    ...levels.map((level) => {
      const { passed, failed, inconclusive: unseen } = report.levels[level];
      return `| ${level} | ${passed} | ${failed} | ${unseen} |`;
    }),
    ...(open === undefined ? [] : ["", text(`${open}.`)]),
    ...(report.incidents ?? []).flatMap(({ seen, advice }) => [
      "",
      `> **${text(sentence(seen))}** ${text(advice)}`,
    ]),
    ...patternLines(patterns, report),
    ...clauses("Broken", broken, report),
    ...patternLines(openPatterns, report),
    ...clauses("Noted, without effect on the verdict", noted, report),
    ...list("Known failures", [
      ...known.map(({ id }) => `${code(id)} failed, as known`),
      ...report.knownFailures.passed.map((id) => `${code(id)} passed; remove it from the list`),
    ]),
    ...list("Inconclusive", reasonItems(inconclusive)),
    ...list("Not run", reasonItems(notRun)),
    "",
    text(formatTimes(report)),
    "",
  );
  return lines.join("\n");
}

function reasonItems(results: readonly CaseResult[]): readonly string[] {
  return byReason(results).map(
    ({ reason, remedy, results: cases }) =>
      `${cases.length}: ${text(reason)}${remedy === "" ? "" : ` (${text(remedy)})`}`,
  );
}

function formatTimes({ timing, durationMs, subject }: Report): string {
  if (subject.kind === "library" || subject.kind === "api") return `${(durationMs / 1000).toFixed(1)} s`;
  return `${(durationMs / 1000).toFixed(1)} s; a round trip took ${timing.roundTripMs} ms, and ${timing.toleranceMs} ms were added to every time limit.`;
}

function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  return ["", `### ${title}`, "", ...items.map((item) => `- ${item}`)];
}

function patternLines(patterns: readonly Pattern[], report: Report): readonly string[] {
  return patterns.flatMap(({ seen, probably, cases }) => [
    "",
    `> **${text(seen)}** ${text(probably)}`,
    ">",
    `> Clauses: ${text(clauseCounts(cases, report).join(", "))}. Cases: ${shortList(cases)}`,
  ]);
}

function clauses(title: string, broken: readonly BrokenClause[], report: Report): readonly string[] {
  if (broken.length === 0) return [];
  let programs = 0;
  return [
    "",
    `### ${title}`,
    ...broken.flatMap((each) => [
      "",
      `#### ${text(clauseHeading(each))}`,
      "",
      ...each.failures.flatMap((alike) => [
        ...failure(alike, report),
        ...(programs++ < mostPrograms ? program(alike.first) : []),
      ]),
    ]),
  ];
}

const shownIds = 10;

function shortList(ids: readonly string[]): string {
  const rest = ids.length > shownIds ? `, and ${ids.length - shownIds} more` : "";
  return `${ids.slice(0, shownIds).map(code).join(", ")}${rest}`;
}

function failure({ first, others, like }: AlikeFailures, report: Report): readonly string[] {
  const { id, level, reason = "", why, likelyCause } = first;
  const cause: string[] = [];
  if (likelyCause !== undefined) cause.push(`  - Likely cause: ${text(likelyCause)}`);
  if (like !== undefined) cause.push(`  - Same cause as ${code(like.id)} (${text(like.clause)})`);
  const lines = [
    `- ${code(id)} (${level}): ${text(sentence(reason))}`,
    `  - Rule: ${text(why)}`,
    ...cause.slice(-1),
    `  - Run again: ${code(rerunCommand(report, id))}`,
  ];
  if (others.length !== 0) lines.push(`  - Same failure: ${shortList(others.map((other) => other.id))}`);
  return lines;
}

/** Failures of a section that are shown as programs, too, since a job summary has a limit. */
const mostPrograms = 20;

/** The requests of a failure as a program, in a list. */
function program({ typescript }: CaseResult): readonly string[] {
  if (typescript === undefined) return [];
  return ["  - As TypeScript:", "", ...codeBlock(typescript.trimEnd().split("\n"), "ts", 4), ""];
}
