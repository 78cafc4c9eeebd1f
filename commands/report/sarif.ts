import { json } from "../../reader/text/json.js";
import { wellFormed } from "../../reader/text/well-formed.js";
import type { ReportedFinding } from "./finding.js";
import type { Reporter, ReportOptions, RuleText } from "./reporter.js";

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
        text += separator + json(resultOf(finding, count));
        separator = ",\n";
      }
      return text;
    },
    tail: (totals) => {
      const described = [...rules].sort().map((id) => ruleOf(id, describe(id)));
      const driver = { name: "oipkit", version, rules: described };
      const invocation = { executionSuccessful: !totals.interrupted };
      const rest = `"tool": ${json({ driver })},\n"invocations": [${json(invocation)}]`;
      return `\n],\n${rest},\n"properties": ${json(totals)}\n}]\n}\n`;
    },
  };
}

function ruleOf(id: string, { meaning, help, level }: RuleText): unknown {
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

/** `count` is the number of findings with this fingerprint so far, this one included. */
function resultOf({ code, level, ...finding }: ReportedFinding, count: number): unknown {
  const { message, hint, details = [], pointer, clause, schemaPointer, fingerprint, related } = finding;
  const { accepted, properties = {} } = finding;
  return {
    ruleId: code,
    level,
    message: { text: [hint === undefined ? message : `${message}. ${hint}`, ...details].join("\n") },
    locations: [locationOf(finding)],
    ...(related === undefined
      ? {}
      : { relatedLocations: [{ id: 1, message: { text: related.message }, ...locationOf(related) }] }),
    ...(accepted === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: accepted }] }),
    // GitHub reads only this one, and computes it from the line if it is missing.
    partialFingerprints: { "oipkit/v1": fingerprint, primaryLocationLineHash: `${fingerprint}:${count}` },
    properties: {
      pointer,
      ...(clause === undefined ? {} : { clause }),
      ...(schemaPointer === undefined ? {} : { schemaPointer }),
      ...properties,
    },
  };
}

type Located = Pick<ReportedFinding, "file" | "line" | "column" | "endColumn" | "pointer" | "excerpt">;

function locationOf({ file, line, column, endColumn, pointer, excerpt }: Located): object {
  const region = {
    startLine: line,
    startColumn: column,
    ...(endColumn === undefined ? {} : { endColumn }),
    ...(excerpt === undefined ? {} : { snippet: { text: excerpt.text } }),
  };
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
    logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer, kind: "value" }],
  };
}

/** A path as a relative reference (RFC 3986); an absolute one as a `file` URI. */
function uriOf(file: string): string {
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(wellFormed(part)))
    .join("/");
  if (path.startsWith("/")) return `file://${path}`;
  // A colon in the first segment would be read as a scheme, but `encodeURIComponent` has escaped it.
  return path;
}
