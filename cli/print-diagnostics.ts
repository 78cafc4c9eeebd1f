import type { Diagnostic } from "../generator/read/diagnostic.js";

/** Most findings to print; the rest are only counted. */
const shown = 50;

/** Findings as text: position, code and pointer on one line, then the message, the source line and the hint. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const texts = diagnostics
    .slice(0, shown)
    .map(({ file, range, severity, code, pointer, message, excerpt, hint }) => {
      const place = `${file}:${range.line}:${range.column}`;
      const source = excerpt
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n");
      return `${place} ${severity} ${code}${pointer ? ` ${pointer}` : ""}\n  ${message}\n${source}\n  ${hint}\n`;
    });
  if (diagnostics.length > shown) texts.push(`… and ${diagnostics.length - shown} more\n`);
  return texts.join("\n");
}
