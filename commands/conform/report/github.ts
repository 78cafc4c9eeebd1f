import { workflowCommand } from "../../../reader/text/workflow-command.js";
import type { CaseResult, Report } from "../result/result.js";
import { detailLines } from "./details.js";
import { type BrokenClause, clauseCounts, foldedFailures, headingOf } from "./groups.js";
import { countsOf, findingsOf, standingOf, verdictOf } from "./verdict.js";

/** Maximum number of cases that an annotation names. */
const shownIds = 10;

/** How the verdict is annotated; what is broken has an error of its own. */
const levels = { conforms: "notice", partial: "warning", unshown: "error", broken: "notice" } as const;

/** Annotations of GitHub Actions: one per broken clause, since the runner shows at most ten of a kind. */
export function githubReport(report: Report): string {
  const { patterns, broken, noted } = foldedFailures(report);
  const failing = new Set(findingsOf(report).broken.map(({ id }) => id));
  const { passed } = report.knownFailures;
  const annotation = (name: "error" | "warning" | "notice", title: string, text: string): string =>
    workflowCommand({ name, properties: { title }, text });
  return [
    ...patterns.map(({ seen, probably, cases }) =>
      annotation(
        cases.some((id) => failing.has(id)) ? "error" : "warning",
        "oipkit conform",
        `${seen} ${probably}\nClauses: ${clauseCounts(cases, report).join(", ")}\nCases: ${shortList(cases)}`,
      ),
    ),
    ...broken.map((each) => annotation("error", headingOf(each), textOf(each, report))),
    ...passed.map((id) =>
      annotation("error", `${id} passes`, "It is listed as a known failure; remove it from the list."),
    ),
    ...noted.map((each) => annotation("warning", headingOf(each), textOf(each, report))),
    annotation(
      levels[standingOf(report)],
      "oipkit conform",
      `${report.url} ${verdictOf(report)}: ${countsOf(report)}`,
    ),
  ].join("");
}

function textOf({ failures }: BrokenClause, report: Report): string {
  const all: readonly CaseResult[] = failures.flatMap(({ first, others }) => [first, ...others]);
  const [first] = all;
  const like = failures[0]?.like;
  return [
    ...(first === undefined ? [] : detailLines(first, report, new Map())),
    ...(like === undefined ? [] : [`Same cause as ${like.id} (${like.clause})`]),
    `Cases: ${shortList(all.map(({ id }) => id))}`,
  ].join("\n");
}

function shortList(ids: readonly string[]): string {
  const more = ids.length > shownIds ? `, … and ${ids.length - shownIds} more` : "";
  return `${ids.slice(0, shownIds).join(", ")}${more}`;
}
