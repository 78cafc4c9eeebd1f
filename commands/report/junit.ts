import { xml } from "../../reader/text/xml.js";
import type { ReportedFinding } from "./finding.js";
import type { Reporter, ReportOptions } from "./reporter.js";

/** Maximum number of findings per suite, so that those of a large file needn't be held in memory. */
const mostCases = 1000;

/**
 * JUnit XML: one suite per file; errors are failed cases, accepted ones skipped cases, warnings and clean files passed
 * cases. A case is named by
 * code and place in the document, not by its line, so that a server recognises it in the next run. The time of a suite is
 * the time that the run took for it, and its cases share that.
 */
export function junitReporter({
  command,
  now,
  clean = "valid",
}: Pick<ReportOptions, "command" | "now" | "clean">): Reporter {
  let queue: ReportedFinding[] = [];
  let pieces = 0;
  let names = new Map<string, number>();
  let last = now();
  const nameOf = ({ code, pointer }: ReportedFinding): string => {
    const name = `${code}${pointer === "" ? "" : ` ${pointer}`}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  const suite = (file: string): string => {
    const skipped = queue.filter(isAccepted).length;
    const failures = queue.filter((each) => each.level === "error" && !isAccepted(each)).length;
    const name = pieces === 0 ? file : `${file} (${pieces + 1})`;
    const tests = Math.max(1, queue.length);
    const took = now() - last;
    last += took;
    const time = seconds(took / tests);
    const cases =
      queue.length === 0
        ? [`    <testcase name="${xml(clean)}" classname="${xml(file)}" time="${time}"/>\n`]
        : queue.map((finding) => testcase(finding, nameOf(finding), time));
    queue = [];
    pieces++;
    const left = skipped === 0 ? "" : ` skipped="${skipped}"`;
    const counts = `tests="${tests}" failures="${failures}" errors="0"${left} time="${seconds(took)}"`;
    return `  <testsuite name="${xml(name)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  };
  return {
    head: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(command)}">\n`,
    part: ({ file, first, last: isLast, findings }) => {
      if (first) {
        pieces = 0;
        names = new Map();
      }
      let text = "";
      for (const finding of findings) {
        queue.push(finding);
        if (queue.length === mostCases) text += suite(file);
      }
      if (isLast && (queue.length > 0 || pieces === 0)) text += suite(file);
      return text;
    },
    // If a run stops early, the last part of a file is missing.
    tail: () => `${queue.length > 0 ? suite(queue[0]?.file ?? "") : ""}</testsuites>\n`,
  };
}

function isAccepted({ accepted }: ReportedFinding): boolean {
  return accepted !== undefined;
}

function testcase(finding: ReportedFinding, name: string, time: string): string {
  const { file, line } = finding;
  const place = `classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  return `    <testcase name="${xml(name)}" ${place} time="${time}">\n      ${outcome(finding)}\n    </testcase>\n`;
}

function outcome(finding: ReportedFinding): string {
  const { file, line, column, code, level, message, hint, details = [], pointer, clause, accepted } = finding;
  if (accepted !== undefined) return `<skipped message="${xml(`${message} (accepted: ${accepted})`)}"/>`;
  const lines = [
    `${file}:${line}:${column} ${pointer}`,
    `${message}${clause === undefined ? "" : ` (${clause})`}`,
    ...details,
    ...(hint === undefined ? [] : [hint]),
  ];
  const text = xml(lines.join("\n"));
  // JUnit has no warnings, so they are written to the output of a passed case.
  return level === "error"
    ? `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`
    : `<system-out>${level} ${text}</system-out>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
