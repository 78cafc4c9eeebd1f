import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import type { CaseResult, Report } from "../result/result.js";
import { detailLines } from "./details.js";
import { outcomeOf } from "./outcome.js";
import { explanations, type Pattern, patternsOf } from "./patterns.js";
import { standingTest, verdictOf } from "./verdict.js";

/** TAP 14. Results without effect on the verdict are skipped; a known failure is a `TODO`. */
export function tapReport(report: Report): string {
  const explained = explanations(patternsOf(report));
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
  const verdict = `# ${escaped(`${report.url} ${verdictOf(report)}`)}\n`;
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
  const outcome = outcomeOf(result, report.strict);
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
