import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Lines } from "../../reader/documents/lines.js";
import type { Range } from "../../reader/documents/range.js";
import type { Finding } from "../report/findings/finding.js";
import { fingerprintOf } from "../report/findings/fingerprint.js";
import type { Found } from "./found.js";

/** A finding with its place in the text, in the form of the reports. */
export function findingOf(found: Found, level: "error" | "warning"): Finding {
  const { code, document, tokens, target, message, hint, detail, span, secret } = found;
  const range =
    span === undefined ? document.locate(tokens, target) : document.lines.range(span.from, span.to);
  const pointer = toPointer(tokens);
  const isOneLine = range.endLine === range.line && range.endColumn > range.column;
  return {
    file: document.file,
    line: range.line,
    column: range.column,
    ...(isOneLine ? { endColumn: range.endColumn } : {}),
    pointer,
    code,
    level,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(secret ? {} : { excerpt: excerptOf(document.lines, range) }),
    fingerprint: fingerprintOf({
      file: document.file,
      code,
      pointer,
      detail: detail ?? message,
      content: undefined,
      hidden: [],
    }),
  };
}

const width = 100;
const before = 40;

/** The line around a finding, cut if it is long. */
function excerptOf(lines: Lines, range: Range) {
  const line = lines.line(range.line);
  const from = range.column <= width - 20 ? 0 : range.column - before;
  const text = line.slice(from, from + width).replaceAll("\t", " ");
  const end = range.endLine === range.line ? range.endColumn : line.length + 1;
  const caret = Math.min(text.length, range.column - 1 - from);
  return { text, caret, length: Math.max(1, Math.min(end - range.column, text.length - caret)) };
}
