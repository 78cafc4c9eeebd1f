import { json } from "../../text/json.js";
import { wellFormed } from "../../text/well-formed.js";
import type { Finding } from "../finding.js";
import type { Reporter, ReportOptions } from "./reporter.js";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

/** SARIF 2.1.0 with one run. The rules follow the results, since they are only known after all results. */
export function sarifReporter({ version }: ReportOptions): Reporter {
  const rules = new Set<string>();
  let separator = "\n";
  return {
    head: () =>
      `{\n"$schema": ${json(schema)},\n"version": "2.1.0",\n"runs": [{\n"columnKind": "utf16CodeUnits",\n"results": [`,
    part: ({ findings }) => {
      let text = "";
      for (const finding of findings) {
        rules.add(finding.code);
        text += separator + json(resultOf(finding));
        separator = ",\n";
      }
      return text;
    },
    tail: (summary) => {
      const driver = { name: "oipkit", version, rules: [...rules].sort().map((id) => ({ id })) };
      const invocation = { executionSuccessful: !summary.interrupted };
      const rest = `"tool": ${json({ driver })},\n"invocations": [${json(invocation)}]`;
      return `\n],\n${rest},\n"properties": ${json(summary)}\n}]\n}\n`;
    },
  };
}

function resultOf({ file, line, column, code, level, excerpt, fingerprint, ...finding }: Finding): unknown {
  const { message, pointer, clause, schemaPointer } = finding;
  const region = {
    startLine: line,
    startColumn: column,
    ...(excerpt === undefined ? {} : { snippet: { text: excerpt.text } }),
  };
  return {
    ruleId: code,
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
        logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer, kind: "value" }],
      },
    ],
    partialFingerprints: { "oipkit/v1": fingerprint },
    properties: {
      pointer,
      ...(clause === undefined ? {} : { clause }),
      ...(schemaPointer === undefined ? {} : { schemaPointer }),
    },
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
