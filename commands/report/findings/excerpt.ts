import { createHash, hash } from "node:crypto";
import type { Diagnostic } from "../../../reader/documents/diagnostic.js";
import type { Span } from "../../validate/document/json-text.js";
import type { Excerpt, Finding } from "../reporter.js";

export type { Excerpt };

/** The position of a finding in a text, with an excerpt. */
interface Place {
  /** Lines of the text before the finding's. */
  readonly lines: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** The column after the span's last character on this line; absent if the span touches a secret, whose length is one, too. */
  readonly endColumn: number | undefined;
  readonly excerpt: Excerpt;
}

const before = 40;
const after = 70;
const mask = "***";

/** The position of a span, with an excerpt of its line. */
export function locateSpan(text: string, span: Span, secrets: readonly Span[]): Place {
  const offset = Math.min(span.offset, text.length);
  // `lastIndexOf` treats -1 as 0.
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const feed = text.indexOf("\n", offset);
  let end = feed < 0 ? text.length : feed;
  if (end > start && text[end - 1] === "\r") end--;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) lines++;
  const from = boundary(text, Math.max(start, offset - before));
  const to = boundary(text, Math.min(end, Math.max(offset, from) + after));
  const pieces = splitPieces(text, { offset: from, length: to - from }, secrets);
  const left = from > start ? "…" : "";
  const right = to < end ? "…" : "";
  const caret = left.length + shownAt(pieces, offset, "start");
  const stop = left.length + shownAt(pieces, Math.min(to, offset + span.length), "end");
  return {
    lines,
    column: offset - start + 1,
    endColumn: touches(span, secrets)
      ? undefined
      : Math.max(offset + 1, Math.min(end, offset + span.length)) - start + 1,
    excerpt: {
      text: left + pieces.map((piece) => piece.text).join("") + right,
      caret,
      length: Math.max(1, stop - caret),
    },
  };
}

function touches(span: Span, secrets: readonly Span[]): boolean {
  const end = span.offset + span.length;
  return secrets.some(({ offset, length }) => offset < end && span.offset < offset + length);
}

interface Piece extends Span {
  readonly text: string;
  readonly secret: boolean;
}

function splitPieces(text: string, window: Span, secrets: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  const stop = window.offset + window.length;
  let at = window.offset;
  const add = (end: number, secret: boolean): void => {
    if (end <= at) return;
    pieces.push({ offset: at, length: end - at, text: secret ? mask : text.slice(at, end), secret });
    at = end;
  };
  for (const { offset, length } of secrets) {
    if (offset + length <= at) continue;
    add(Math.min(stop, offset), false);
    add(Math.min(stop, offset + length), true);
  }
  add(stop, false);
  return pieces;
}

/** Maps an offset of the source to an offset in the excerpt; offsets inside a secret map to an end of its mask. */
function shownAt(pieces: readonly Piece[], offset: number, side: "start" | "end"): number {
  let shown = 0;
  for (const piece of pieces) {
    const inside = offset - piece.offset;
    if (inside < piece.length || (side === "end" && inside === piece.length)) {
      if (!piece.secret) return shown + inside;
      if (side === "start") return shown;
      return shown + piece.text.length;
    }
    shown += piece.text.length;
  }
  return shown;
}

/** Moves an offset so that it doesn't split a surrogate pair. */
function boundary(text: string, at: number): number {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  if (low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff) return at - 1;
  return at;
}

/** What identifies a finding. */
interface FingerprintInput {
  readonly file: string;
  readonly code: string;
  readonly pointer: string;
  readonly detail: string | undefined;
  /** The text of the line, which distinguishes documents with the same fault. */
  readonly content: string | undefined;
  /** Spans of `content` to leave out. */
  readonly hidden: readonly Span[];
}

/** 32 hexadecimal digits that don't depend on line, column or secrets. */
export function findingFingerprint({
  file,
  code,
  pointer,
  detail,
  content,
  hidden,
}: FingerprintInput): string {
  const identity = JSON.stringify([file, code, pointer, detail ?? null]);
  const digest =
    content === undefined || hidden.length === 0
      ? // At once, which takes half the time of a hash in two pieces (measured).
        hash("sha256", identity + (content?.trimEnd() ?? ""))
      : hashOfShown(identity, content, hidden);
  return digest.slice(0, 32);
}

function hashOfShown(identity: string, content: string, hidden: readonly Span[]): string {
  const growing = createHash("sha256").update(identity);
  let at = 0;
  for (const { offset, length } of hidden) {
    growing.update(content.slice(at, offset));
    at = offset + length;
  }
  return growing.update(content.slice(at).trimEnd()).digest("hex");
}

/** A finding in a contract, in the form of the reports of `oipkit validate`. */
export function diagnosticFinding(diagnostic: Diagnostic): Finding {
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
    ...(isOneLine && range.endColumn > range.column && { endColumn: range.endColumn }),
    pointer,
    code,
    level: severity,
    message,
    hint,
    excerpt: { text, caret, length },
    // Without a pointer, the text of the line is what stays if the line moves.
    fingerprint: findingFingerprint({
      file,
      code,
      pointer,
      detail: message,
      content: diagnostic.pointer === undefined ? text : undefined,
      hidden: [],
    }),
  };
}
