import { workflowCommand } from "../../text/workflow-command.js";
import type { CaseResult, Report } from "../result/result.js";
import { detailLines } from "./details.js";
import { type BrokenClause, byClause } from "./groups.js";
import { patternsOf } from "./patterns.js";
import { countsOf, findingsOf, verdictOf } from "./verdict.js";

/** Maximum number of cases that an annotation names. */
const shownIds = 10;

/** Annotations of GitHub Actions: one per broken clause, since the runner shows at most ten of a kind. */
export function githubReport(report: Report): string {
  const { broken, noted } = findingsOf(report);
  const { passed } = report.knownFailures;
  const annotation = (name: "error" | "warning" | "notice", title: string, text: string): string =>
    workflowCommand({ name, properties: { title }, text });
  return [
    ...patternsOf(report).map(({ seen, probably }) =>
      annotation("error", "oipkit conform", `${seen} ${probably}`),
    ),
    ...byClause(broken, report).map((each) => annotation("error", titleOf(each), textOf(each, report))),
    ...passed.map((id) =>
      annotation("error", `${id} passes`, "It is listed as a known failure; remove it from the list."),
    ),
    ...byClause(noted, report).map((each) => annotation("warning", titleOf(each), textOf(each, report))),
    annotation("notice", "oipkit conform", `${report.url} ${verdictOf(report)}: ${countsOf(report)}`),
  ].join("");
}

function titleOf({ clause, rules }: BrokenClause): string {
  return [clause, ...rules].join(" ");
}

function textOf({ failures }: BrokenClause, report: Report): string {
  const all: readonly CaseResult[] = failures.flatMap(({ first, others }) => [first, ...others]);
  const [first] = all;
  const ids = all.slice(0, shownIds).map(({ id }) => id);
  const more = all.length > shownIds ? `, … and ${all.length - shownIds} more` : "";
  return [...(first === undefined ? [] : detailLines(first, report)), `Cases: ${ids.join(", ")}${more}`].join(
    "\n",
  );
}
