import { xml } from "../../../reader/text/xml.js";
import type { CaseResult, Report } from "../result/result.js";
import { detailLines } from "./details.js";
import { outcomeOf } from "./outcome.js";
import { explanations, type Pattern, patternsOf } from "./patterns.js";
import { standingTest } from "./verdict.js";

/** JUnit XML: a suite for each clause, a test case for each case; results without effect on the verdict are skipped. */
export function junitReport(report: Report): string {
  const clauses = new Map<string, CaseResult[]>();
  for (const result of report.results) {
    clauses.set(result.clause, [...(clauses.get(result.clause) ?? []), result]);
  }
  const explained = explanations(patternsOf(report));
  const suites = [...clauses].map(([clause, results]) => {
    const head = `name="${xml(clause)}" ${counts(results, report)} time="${seconds(total(results))}"`;
    return `  <testsuite ${head}>\n${results.map((each) => testcase(each, report, explained)).join("")}  </testsuite>\n`;
  });
  const whole = standingTest(report);
  const numbers = counts(report.results, report, whole?.kind);
  const head = `name="oipkit conform" ${numbers} time="${seconds(report.durationMs)}"`;
  const all = [...suites, ...(whole === undefined ? [] : [standingSuite(whole)])];
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
  const outcome = outcomeOf(result, report.strict);
  if (outcome.kind === "passed") return `    <testcase ${head}/>\n`;
  const message = xml(outcome.message);
  if (outcome.kind !== "failed")
    return `    <testcase ${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`;
  const text = xml(detailLines(result, report, explained).join("\n"));
  const failure = `<failure type="${xml(result.level)}" message="${message}">${text}</failure>`;
  return `    <testcase ${head}>\n      ${failure}\n    </testcase>\n`;
}

function counts(results: readonly CaseResult[], { strict }: Report, further?: "skipped" | "failed"): string {
  const kinds = [
    ...results.map((each) => outcomeOf(each, strict).kind),
    ...(further === undefined ? [] : [further]),
  ];
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
