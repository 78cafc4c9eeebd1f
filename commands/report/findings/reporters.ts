import { json } from "../../../reader/text/json.js";
import { printable, textWidth } from "../../../reader/text/printable.js";
import type { Reporter, ReportOptions } from "../reporter.js";
import type { Excerpt } from "./excerpt.js";

/** For people: position and code, the message, the source line with a caret. */
export function prettyReporter({ colour }: Pick<ReportOptions, "colour">): Reporter {
  const paint = (code: string, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    head: () => "",
    part: ({ findings }) =>
      findings
        .map(({ file, line, column, code, level, message, hint, pointer, clause, excerpt }) => {
          const place = paint("1", printable(`${file}:${line}:${column}`));
          const isWarning = level === "warning";
          const name = paint(isWarning ? "33" : "31", `${isWarning ? "warning " : ""}${printable(code)}`);
          const from = clause === undefined ? "" : ` ${paint("2", `(${printable(clause)})`)}`;
          const source = excerpt === undefined ? "" : drawn(excerpt, paint);
          const at = pointer === "" ? "" : ` ${printable(pointer)}`;
          const advice = hint === undefined ? "" : `    ${paint("2", printable(hint))}\n`;
          return `${place} ${name}${at}\n  ${printable(message)}${from}\n${source}${advice}\n`;
        })
        .join(""),
    tail: ({ leftOut, interrupted }) => {
      const more = leftOut === 0 ? "" : `… and ${leftOut} more; show more with --max-findings\n`;
      return `${more}${interrupted ? "The run stopped early: there may be more findings.\n" : ""}`;
    },
  };
}

function drawn({ text, caret, length }: Excerpt, paint: (code: string, text: string) => string): string {
  const indent = textWidth(printable(text.slice(0, caret)));
  const width = Math.max(1, textWidth(printable(text.slice(caret, caret + length))));
  return `    ${printable(text)}\n    ${" ".repeat(indent)}${paint("31", "^".repeat(width))}\n`;
}

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

/** A reporter that shows at most `most` findings and counts the others. */
export function limited(reporter: Reporter, most: number): Reporter {
  let left = most;
  let hidden = 0;
  return {
    head: () => reporter.head(),
    part: (part) => {
      const findings = part.findings.slice(0, left);
      left -= findings.length;
      hidden += part.findings.length - findings.length;
      return reporter.part({ ...part, findings });
    },
    tail: (summary) => reporter.tail({ ...summary, leftOut: summary.leftOut + hidden }),
  };
}
