import { json } from "../../../reader/text/json.js";
import type { Reporter, ReportOptions } from "./reporter.js";

/** One JSON object with a list of findings and a summary. */
export function jsonReporter({ version }: Pick<ReportOptions, "version">): Reporter {
  let separator = "\n    ";
  return {
    head: () => `{\n  "tool": ${json({ name: "oipkit", version })},\n  "findings": [`,
    part: ({ findings }) => {
      let text = "";
      for (const finding of findings) {
        text += separator + json(finding);
        separator = ",\n    ";
      }
      return text;
    },
    tail: (summary) => `${separator.startsWith(",") ? "\n  " : ""}],\n  "summary": ${json(summary)}\n}\n`,
  };
}

/** One finding per line, and nothing else. */
export function ndjsonReporter(): Reporter {
  return {
    head: () => "",
    part: ({ findings }) => findings.map((finding) => `${json(finding)}\n`).join(""),
    tail: () => "",
  };
}
