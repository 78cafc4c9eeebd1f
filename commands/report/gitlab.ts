import { json } from "../../reader/text/json.js";
import type { Reporter } from "./reporter.js";

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
