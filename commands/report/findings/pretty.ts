import { printable, widthOf } from "../../../reader/text/printable.js";
import type { Excerpt } from "./excerpt.js";
import type { Reporter, ReportOptions } from "./reporter.js";

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
  const indent = widthOf(printable(text.slice(0, caret)));
  const width = Math.max(1, widthOf(printable(text.slice(caret, caret + length))));
  return `    ${printable(text)}\n    ${" ".repeat(indent)}${paint("31", "^".repeat(width))}\n`;
}
