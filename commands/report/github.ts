import { workflowCommand } from "../../reader/text/workflow-command.js";
import type { Reporter } from "./reporter.js";

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
    tail: ({ leftOut }) =>
      leftOut === 0
        ? ""
        : workflowCommand({
            name: "notice",
            properties: { title: "oipkit" },
            text: `${leftOut} more findings not shown`,
          }),
  };
}
