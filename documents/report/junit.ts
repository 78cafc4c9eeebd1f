import { xml } from "../../text/xml.js";
import type { Finding } from "../finding.js";
import type { Reporter } from "./reporter.js";

/** Maximum number of findings per suite, so that those of a large file needn't be held in memory. */
const mostCases = 1000;

/** JUnit XML: one suite per file; errors are failed cases, warnings and clean files are passed cases. */
export function junitReporter(): Reporter {
  let queue: Finding[] = [];
  let pieces = 0;
  const suite = (file: string): string => {
    const failures = queue.filter(({ level }) => level === "error").length;
    const name = pieces === 0 ? file : `${file} (${pieces + 1})`;
    const cases =
      queue.length === 0 ? [`    <testcase name="valid" classname="${xml(file)}"/>\n`] : queue.map(testcase);
    queue = [];
    pieces++;
    const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
    return `  <testsuite name="${xml(name)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  };
  return {
    head: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="oipkit validate">\n`,
    part: ({ file, first, last, findings }) => {
      if (first) pieces = 0;
      let text = "";
      for (const finding of findings) {
        queue.push(finding);
        if (queue.length === mostCases) text += suite(file);
      }
      if (last && (queue.length > 0 || pieces === 0)) text += suite(file);
      return text;
    },
    // If a run stops early, the last part of a file is missing.
    tail: () => `${queue.length > 0 ? suite(queue[0]?.file ?? "") : ""}</testsuites>\n`,
  };
}

function testcase({ file, line, column, code, level, message, pointer, clause }: Finding): string {
  const place = `${file}:${line}:${column}`;
  const name = xml(`${line}:${column} ${code}${pointer === "" ? "" : ` ${pointer}`}`);
  const text = xml(`${place} ${pointer}\n${message}${clause === undefined ? "" : ` (${clause})`}`);
  // JUnit has no warnings, so they are written to the output of a passed case.
  const outcome =
    level === "warning"
      ? `<system-out>warning ${text}</system-out>`
      : `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`;
  return `    <testcase name="${name}" classname="${xml(file)}" file="${xml(file)}" line="${line}">\n      ${outcome}\n    </testcase>\n`;
}
