import { xml } from "../../text/xml.js";
import type { Finding } from "../finding.js";
import type { Reporter } from "./reporter.js";

/** A suite is closed after so many findings, so that a file with many of them isn't held in memory. */
const mostCases = 1000;

/** JUnit XML: a suite for each file, a failed case for each error, a passed one for each warning and a clean file. */
export function junitReporter(): Reporter {
  let gathered: Finding[] = [];
  let pieces = 0;
  const suite = (file: string): string => {
    const failures = gathered.filter(({ level }) => level === "error").length;
    const name = pieces === 0 ? file : `${file} (${pieces + 1})`;
    const cases =
      gathered.length === 0
        ? [`    <testcase name="valid" classname="${xml(file)}"/>\n`]
        : gathered.map(testcase);
    gathered = [];
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
        gathered.push(finding);
        if (gathered.length === mostCases) text += suite(file);
      }
      if (last && (gathered.length > 0 || pieces === 0)) text += suite(file);
      return text;
    },
    // A run that was ended early leaves a file without its last part.
    tail: () => `${gathered.length > 0 ? suite(gathered[0]?.file ?? "") : ""}</testsuites>\n`,
  };
}

function testcase({ file, line, column, code, level, message, pointer, clause }: Finding): string {
  const place = `${file}:${line}:${column}`;
  const name = xml(`${line}:${column} ${code}${pointer === "" ? "" : ` ${pointer}`}`);
  const text = xml(`${place} ${pointer}\n${message}${clause === undefined ? "" : ` (${clause})`}`);
  // JUnit knows no warnings; what a passed case has to say goes to its output.
  const outcome =
    level === "warning"
      ? `<system-out>warning ${text}</system-out>`
      : `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`;
  return `    <testcase name="${name}" classname="${xml(file)}" file="${xml(file)}" line="${line}">\n      ${outcome}\n    </testcase>\n`;
}
