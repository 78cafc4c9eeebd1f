import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import { printable, printableLines } from "../../reader/text/printable.js";

/** Most findings to print; the rest are only counted. */
const shown = 50;

/** Findings as text: position, code and pointer on one line, then the message, the source line and the hint. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const texts = diagnostics
    .slice(0, shown)
    .map(({ file, range, severity, code, pointer, message, excerpt, hint }) => {
      const at = pointer ? ` ${pointer}` : "";
      const head = `${file}:${range.line}:${range.column} ${severity} ${code}${at}`;
      const source = printableLines(excerpt)
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n");
      return `${printable(head)}\n  ${printable(message)}\n${source}\n  ${printable(hint)}\n`;
    });
  if (diagnostics.length > shown) texts.push(`… and ${diagnostics.length - shown} more\n`);
  return texts.join("\n");
}
