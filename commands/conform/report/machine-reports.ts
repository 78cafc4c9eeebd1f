import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import { workflowCommand } from "../../../reader/text/workflow-command.js";
import { xml } from "../../../reader/text/xml.js";
import { incidentWeight } from "../incident.js";
import type { CaseResult, ExchangeRecord, Report } from "../result.js";
import { curlCommand, detailLines, rerunCommand, sentence } from "./details.js";
import { type BrokenClause, clauseCounts, clauseHeading, foldedFailures } from "./groups.js";
import type { Pattern } from "./pattern.js";
import { explanations, failureCause, failurePatterns } from "./patterns.js";
import { caseOutcome, countsText, runFindings, runStanding, standingTest, verdictText } from "./verdict.js";

/** The report, with commands to run each case again; ends with a line feed. docs/reference/conform.md describes the fields. */
export function jsonReport(report: Report, version: string): string {
  return [...jsonReportParts(report, version)].join("");
}

/** The same in pieces, a case each, since that of a large API has tens of megabytes. */
export function* jsonReportParts(report: Report, version: string): Generator<string> {
  const { results, ...rest } = report;
  const patterns = failurePatterns(report);
  const explained = explanations(patterns);
  const head = {
    tool: { name: "oipkit", version },
    verdict: verdictText(report),
    patterns,
    ...rest,
  };
  yield `${json(head, 2).slice(0, -2)},\n  "results": [\n`;
  // One case per line: with line breaks inside, half of the file would be white space.
  for (const [at, result] of results.entries())
    yield `${at === 0 ? "" : ",\n"}${json(withCommands(result, report, explained))}`;
  yield "\n  ]\n}\n";
}

function withCommands(result: CaseResult, report: Report, explained: ReadonlyMap<string, Pattern>): unknown {
  const likelyCause = failureCause(result, explained);
  const exchanges = result.exchanges.map((exchange: ExchangeRecord) => {
    const curl = report.subject.kind === "sender" ? undefined : curlCommand(report.url, exchange);
    if (curl === undefined) return exchange;
    return { ...exchange, curl };
  });
  const cause = likelyCause === undefined ? {} : { likelyCause };
  return { ...result, ...cause, rerun: rerunCommand(report, result.id), exchanges };
}

/** JUnit XML: a suite for each clause, a test case for each case; results without effect on the verdict are skipped. */
export function junitReport(report: Report): string {
  const clauses = new Map<string, CaseResult[]>();
  for (const result of report.results) {
    clauses.set(result.clause, [...(clauses.get(result.clause) ?? []), result]);
  }
  const explained = explanations(failurePatterns(report));
  const suites = [...clauses].map(([clause, results]) => {
    const head = `name="${xml(clause)}" ${counts(results, report)} time="${seconds(total(results))}"`;
    return `  <testsuite ${head}>\n${results.map((each) => testcase(each, report, explained)).join("")}  </testsuite>\n`;
  });
  const whole = standingTest(report);
  const numbers = counts(report.results, report, whole?.kind);
  const head = `name="oipkit conform" ${numbers} time="${seconds(report.durationMs)}"`;
  const all: string[] = [...suites];
  if (whole !== undefined) all.push(standingSuite(whole));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${all.join("")}</testsuites>\n`;
}

/** A suite with one test, for a run that doesn't show that the receiver conforms. */
function standingSuite({ kind, name, message }: NonNullable<ReturnType<typeof standingTest>>): string {
  const isFailed = kind === "failed";
  const numbers = `tests="1" failures="${isFailed ? 1 : 0}" errors="0" skipped="${isFailed ? 0 : 1}"`;
  const result = isFailed
    ? `<failure type="must" message="${xml(message)}"/>`
    : `<skipped message="${xml(message)}"/>`;
  const test = `    <testcase name="${xml(name)}" classname="signature" time="0.000">\n      ${result}\n    </testcase>\n`;
  return `  <testsuite name="signature" ${numbers} time="0.000">\n${test}  </testsuite>\n`;
}

function testcase(result: CaseResult, report: Report, explained: ReadonlyMap<string, Pattern>): string {
  const { id, clause, durationMs } = result;
  const head = `name="${xml(id)}" classname="${xml(clause)}" time="${seconds(durationMs)}"`;
  const outcome = caseOutcome(result, report.strict);
  if (outcome.kind === "passed") return `    <testcase ${head}/>\n`;
  const message = xml(outcome.message);
  if (outcome.kind !== "failed")
    return `    <testcase ${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`;
  const text = xml(detailLines(result, report, explained).join("\n"));
  const failure = `<failure type="${xml(result.level)}" message="${message}">${text}</failure>`;
  return `    <testcase ${head}>\n      ${failure}\n    </testcase>\n`;
}

function counts(results: readonly CaseResult[], { strict }: Report, further?: "skipped" | "failed"): string {
  const kinds: string[] = [...results.map((each) => caseOutcome(each, strict).kind)];
  if (further !== undefined) kinds.push(further);
  const failures = kinds.filter((kind) => kind === "failed").length;
  const skipped = kinds.filter((kind) => kind === "skipped" || kind === "known").length;
  return `tests="${kinds.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function total(results: readonly CaseResult[]): number {
  return results.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** TAP 14. Results without effect on the verdict are skipped; a known failure is a `TODO`. */
export function tapReport(report: Report): string {
  const explained = explanations(failurePatterns(report));
  const lines = report.results.map((result, index) =>
    point(result, { report, explained, number: index + 1 }),
  );
  const whole = standingTest(report);
  if (whole !== undefined) {
    const name = `${lines.length + 1} - ${escaped(whole.name)}`;
    lines.push(
      whole.kind === "skipped"
        ? `ok ${name} # SKIP ${escaped(whole.message)}\n`
        : `not ok ${name}\n${diagnosis(whole.message, [])}`,
    );
  }
  const plan = report.results.length === 0 ? "1..0 # SKIP no case was run\n" : `1..${lines.length}\n`;
  const verdict = `# ${escaped(`${report.url} ${verdictText(report)}`)}\n`;
  const end = report.interrupted === true ? "Bail out! ended early\n" : "";
  return `TAP version 14\n${plan}${verdict}${lines.join("")}${end}`;
}

interface Place {
  readonly report: Report;
  readonly explained: ReadonlyMap<string, Pattern>;
  readonly number: number;
}

function point(result: CaseResult, { report, explained, number }: Place): string {
  const name = `${number} - ${escaped(`${result.id} (${result.clause}, ${result.level})`)}`;
  const outcome = caseOutcome(result, report.strict);
  switch (outcome.kind) {
    case "passed":
      return `ok ${name}\n`;
    case "skipped":
      return `ok ${name} # SKIP ${escaped(outcome.message)}\n`;
    case "known":
      return `not ok ${name} # TODO ${escaped(outcome.message)}\n`;
    case "failed":
      return `not ok ${name}\n${diagnosis(outcome.message, detailLines(result, report, explained))}`;
  }
}

/** A YAML block; JSON strings are YAML too. */
function diagnosis(message: string, details: readonly string[]): string {
  const list = details.map((line) => `    - ${quoted(line)}\n`).join("");
  return `  ---\n  message: ${quoted(message)}\n  details:\n${list}  ...\n`;
}

function quoted(text: string): string {
  return json(printable(text));
}

function escaped(text: string): string {
  return printable(text).replace(/[\\#]/g, "\\$&");
}

/** Maximum number of cases that an annotation names. */
const shownIds = 10;

/** How the verdict is annotated; what is broken has an error of its own. */
const levels = { conforms: "notice", partial: "warning", unshown: "error", broken: "notice" } as const;

/** Annotations of GitHub Actions: one per broken clause, since the runner shows at most ten of a kind. */
export function githubReport(report: Report): string {
  const { patterns, openPatterns, broken, noted } = foldedFailures(report);
  const failing = new Set(runFindings(report).broken.map(({ id }) => id));
  const { passed } = report.knownFailures;
  const annotation = (name: "error" | "warning" | "notice", title: string, text: string): string =>
    workflowCommand({ name, properties: { title }, text });
  return [
    ...(report.incidents ?? []).map((each) =>
      annotation(
        incidentWeight(each) === "none" ? "warning" : "error",
        "oipkit conform",
        `${sentence(each.seen)} ${each.advice}`,
      ),
    ),
    ...[...patterns, ...openPatterns].map(({ seen, probably, cases }) =>
      annotation(
        cases.some((id) => failing.has(id)) ? "error" : "warning",
        "oipkit conform",
        `${seen} ${probably}\nClauses: ${clauseCounts(cases, report).join(", ")}\nCases: ${shortList(cases)}`,
      ),
    ),
    ...broken.map((each) => annotation("error", clauseHeading(each), clauseMessage(each, report))),
    ...passed.map((id) =>
      annotation("error", `${id} passes`, "It is listed as a known failure; remove it from the list."),
    ),
    ...noted.map((each) => annotation("warning", clauseHeading(each), clauseMessage(each, report))),
    annotation(
      levels[runStanding(report)],
      "oipkit conform",
      `${report.url} ${verdictText(report)}: ${countsText(report)}`,
    ),
  ].join("");
}

function clauseMessage({ failures }: BrokenClause, report: Report): string {
  const all: readonly CaseResult[] = failures.flatMap(({ first, others }) => [first, ...others]);
  const [first] = all;
  const like = failures[0]?.like;
  const lines: string[] = [];
  if (first !== undefined) lines.push(...detailLines(first, report, new Map()));
  if (like !== undefined) lines.push(`Same cause as ${like.id} (${like.clause})`);
  lines.push(`Cases: ${shortList(all.map(({ id }) => id))}`);
  return lines.join("\n");
}

function shortList(ids: readonly string[]): string {
  const more = ids.length > shownIds ? `, … and ${ids.length - shownIds} more` : "";
  return `${ids.slice(0, shownIds).join(", ")}${more}`;
}
