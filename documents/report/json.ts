import type { Reporter, ReportOptions } from "./reporter.js";

/** One JSON object with a list of findings and a summary. */
export function jsonReporter({ version }: ReportOptions): Reporter {
  let separator = "\n    ";
  return {
    head: () => `{\n  "tool": ${JSON.stringify({ name: "oipkit", version })},\n  "findings": [`,
    part: ({ findings }) => {
      let text = "";
      for (const finding of findings) {
        text += separator + JSON.stringify(finding);
        separator = ",\n    ";
      }
      return text;
    },
    tail: (summary) =>
      `${separator.startsWith(",") ? "\n  " : ""}],\n  "summary": ${JSON.stringify(summary)}\n}\n`,
  };
}

/** One finding per line, and nothing else. */
export function ndjsonReporter(): Reporter {
  return {
    head: () => "",
    part: ({ findings }) => findings.map((finding) => `${JSON.stringify(finding)}\n`).join(""),
    tail: () => "",
  };
}
