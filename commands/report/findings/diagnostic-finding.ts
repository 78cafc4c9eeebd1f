import type { Diagnostic } from "../../../reader/documents/diagnostic.js";
import type { Finding } from "./finding.js";
import { fingerprintOf } from "./fingerprint.js";

/** A finding in a contract, in the form of the reports of `oipkit validate`. */
export function findingOf(diagnostic: Diagnostic): Finding {
  const { file, range, pointer = "", code, severity, message, hint, excerpt } = diagnostic;
  const [line = "", carets = ""] = excerpt.split("\n");
  const gutter = `${range.line} | `.length;
  const text = line.slice(gutter);
  const caret = Math.max(0, carets.indexOf("^") - gutter);
  const length = Math.max(1, carets.length - gutter - caret);
  const isOneLine = range.endLine === range.line;
  return {
    file,
    line: range.line,
    column: range.column,
    ...(isOneLine && range.endColumn > range.column ? { endColumn: range.endColumn } : {}),
    pointer,
    code,
    level: severity,
    message,
    hint,
    excerpt: { text, caret, length },
    // Without a pointer, the text of the line is what stays if the line moves.
    fingerprint: fingerprintOf({
      file,
      code,
      pointer,
      detail: message,
      content: diagnostic.pointer === undefined ? text : undefined,
      hidden: [],
    }),
  };
}
