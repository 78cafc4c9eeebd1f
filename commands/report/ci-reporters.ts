import { json } from "../../reader/text/json.js";
import { wellFormed } from "../../reader/text/printable.js";
import { workflowCommand } from "../../reader/text/workflow-command.js";
import { xml } from "../../reader/text/xml.js";
import type { ReportedFinding, Reporter, ReportOptions, RuleText } from "./reporter.js";

/** Workflow commands of GitHub Actions: each finding becomes an annotation. */
export function githubReporter(): Reporter {
  return {
    head: () => "",
    part: ({ findings }) =>
      findings
        .map(
          ({ file, line, column, endColumn, code, level, message, hint, details = [], pointer, clause }) => {
            const end = endColumn === undefined ? {} : { endColumn };
            const properties = { file, line, col: column, ...end, title: `oipkit ${code}` };
            const where = pointer === "" ? "" : ` at ${pointer}`;
            const text = `${message}${where}${clause === undefined ? "" : ` (${clause})`}`;
            return workflowCommand({
              name: level === "note" ? "notice" : level,
              properties,
              text: [hint === undefined ? text : `${text}. ${hint}`, ...details].join("\n"),
            });
          },
        )
        .join(""),
    tail: ({ leftOut }) => {
      if (leftOut === 0) return "";
      return workflowCommand({
        name: "notice",
        properties: { title: "oipkit" },
        text: `${leftOut} more findings not shown`,
      });
    },
  };
}

const severities = { error: "major", warning: "minor", note: "info" } as const;

/** A GitLab Code Quality report: a JSON array of issues, each with a unique fingerprint. */
export function gitlabReporter(): Reporter {
  const seen = new Map<string, number>();
  let separator = "\n";
  return {
    head: () => "[",
    part: ({ findings }) => {
      let text = "";
      for (const { file, line, code, level, message, hint, pointer, clause, fingerprint } of findings) {
        const count = seen.get(fingerprint) ?? 0;
        seen.set(fingerprint, count + 1);
        const where = pointer === "" ? "" : ` at ${pointer}`;
        const issue = {
          description: `${message}${where}${clause === undefined ? "" : ` (${clause})`}${hint === undefined ? "" : `. ${hint}`}`,
          check_name: code,
          // GitLab drops issues with equal fingerprints, but the same fault on two equal lines is two issues.
          fingerprint: count === 0 ? fingerprint : `${fingerprint}-${count}`,
          severity: severities[level],
          location: { path: file, lines: { begin: line } },
        };
        text += separator + json(issue);
        separator = ",\n";
      }
      return text;
    },
    tail: () => (separator === "\n" ? "]\n" : "\n]\n"),
  };
}

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
  const testcaseName = ({ code, pointer }: ReportedFinding): string => {
    const name = `${code}${pointer === "" ? "" : ` ${pointer}`}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    if (count === 1) return name;
    return `${name} (${count})`;
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
        : queue.map((finding) => testcase(finding, testcaseName(finding), time));
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
  ];
  if (hint !== undefined) lines.push(hint);
  const text = xml(lines.join("\n"));
  // JUnit has no warnings, so they are written to the output of a passed case.
  if (level === "error") return `<failure type="${xml(code)}" message="${xml(message)}">${text}</failure>`;
  return `<system-out>${level} ${text}</system-out>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

/** SARIF 2.1.0 with one run. The rules follow the results, since they are only known after all results. */
export function sarifReporter({ version, describe }: Pick<ReportOptions, "version" | "describe">): Reporter {
  const rules = new Set<string>();
  const seen = new Map<string, number>();
  let separator = "\n";
  return {
    head: () =>
      `{\n"$schema": ${json(schema)},\n"version": "2.1.0",\n"runs": [{\n"columnKind": "utf16CodeUnits",\n"results": [`,
    part: ({ findings }) => {
      let text = "";
      for (const finding of findings) {
        rules.add(finding.code);
        const count = (seen.get(finding.fingerprint) ?? 0) + 1;
        seen.set(finding.fingerprint, count);
        text += separator + json(toResult(finding, count));
        separator = ",\n";
      }
      return text;
    },
    tail: (totals) => {
      const described = [...rules].sort().map((id) => toRule(id, describe(id)));
      const driver = { name: "oipkit", version, rules: described };
      const invocation = { executionSuccessful: !totals.interrupted };
      const rest = `"tool": ${json({ driver })},\n"invocations": [${json(invocation)}]`;
      return `\n],\n${rest},\n"properties": ${json(totals)}\n}]\n}\n`;
    },
  };
}

function toRule(id: string, { meaning, help, level }: RuleText): unknown {
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

/** `count` is the number of findings with this fingerprint so far, this one included. */
function toResult({ code, level, ...finding }: ReportedFinding, count: number): unknown {
  const { message, hint, details = [], pointer, clause, schemaPointer, fingerprint, related } = finding;
  const { accepted, properties = {} } = finding;
  return {
    ruleId: code,
    level,
    message: { text: [hint === undefined ? message : `${message}. ${hint}`, ...details].join("\n") },
    locations: [toLocation(finding)],
    ...(related !== undefined && {
      relatedLocations: [{ id: 1, message: { text: related.message }, ...toLocation(related) }],
    }),
    ...(accepted !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: accepted }],
    }),
    // GitHub reads only this one, and computes it from the line if it is missing.
    partialFingerprints: { "oipkit/v1": fingerprint, primaryLocationLineHash: `${fingerprint}:${count}` },
    properties: {
      pointer,
      ...(clause !== undefined && { clause }),
      ...(schemaPointer !== undefined && { schemaPointer }),
      ...properties,
    },
  };
}

type Located = Pick<ReportedFinding, "file" | "line" | "column" | "endColumn" | "pointer" | "excerpt">;

function toLocation({ file, line, column, endColumn, pointer, excerpt }: Located): object {
  const region = {
    startLine: line,
    startColumn: column,
    ...(endColumn !== undefined && { endColumn }),
    ...(excerpt !== undefined && { snippet: { text: excerpt.text } }),
  };
  return {
    physicalLocation: { artifactLocation: { uri: toUri(file) }, region },
    logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer, kind: "value" }],
  };
}

/** A path as a relative reference (RFC 3986); an absolute one as a `file` URI. */
function toUri(file: string): string {
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(wellFormed(part)))
    .join("/");
  if (path.startsWith("/")) return `file://${path}`;
  // A colon in the first segment would be read as a scheme, but `encodeURIComponent` has escaped it.
  return path;
}
