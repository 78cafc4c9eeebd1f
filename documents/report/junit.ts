import { xml } from "../../text/xml.js";
import type { Finding } from "../finding.js";
import type { Reporter, ReportOptions } from "./reporter.js";

/** Maximum number of findings per suite, so that those of a large file needn't be held in memory. */
const mostCases = 1000;

/**
 * JUnit XML: one suite per file; errors are failed cases, warnings and clean files are passed cases. A case is named by
 * code and place in the document, not by its line, so that a server recognises it in the next run. The time of a suite is
 * the time that the run took for it, and its cases share that.
 */
export function junitReporter({ command, now }: Pick<ReportOptions, "command" | "now">): Reporter {
  let queue: Finding[] = [];
  let pieces = 0;
  let names = new Map<string, number>();
  let last = now();
  const nameOf = ({ code, pointer }: Finding): string => {
    const name = `${code}${pointer === "" ? "" : ` ${pointer}`}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  const suite = (file: string): string => {
    const failures = queue.filter(({ level }) => level === "error").length;
    const name = pieces === 0 ? file : `${file} (${pieces + 1})`;
    const tests = Math.max(1, queue.length);
    const took = now() - last;
    last += took;
    const time = seconds(took / tests);
    const cases =
      queue.length === 0
        ? [`    <testcase name="valid" classname="${xml(file)}" time="${time}"/>\n`]
        : queue.map((finding) => testcase(finding, nameOf(finding), time));
    queue = [];
    pieces++;
    const counts = `tests="${tests}" failures="${failures}" errors="0" time="${seconds(took)}"`;
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

function testcase(finding: Finding, name: string, time: string): string {
  const { file, line, column, code, level, message, hint, pointer, clause } = finding;
  const advice = hint === undefined ? "" : `\n${hint}`;
  const text = xml(
    `${file}:${line}:${column} ${pointer}\n${message}${clause === undefined ? "" : ` (${clause})`}${advice}`,
  );
  // JUnit has no warnings, so they are written to the output of a passed case.
  const outcome =
    level === "warning"
      ? `<system-out>warning ${text}</system-out>`
      : `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`;
  const place = `classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  return `    <testcase name="${xml(name)}" ${place} time="${time}">\n      ${outcome}\n    </testcase>\n`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
