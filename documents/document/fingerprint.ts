import { createHash } from "node:crypto";
import type { Span } from "./json-text.js";

/** What identifies a finding. */
export interface FingerprintInput {
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
export function fingerprintOf({ file, code, pointer, detail, content, hidden }: FingerprintInput): string {
  const hash = createHash("sha256").update(JSON.stringify([file, code, pointer, detail ?? null]));
  if (content !== undefined) {
    let at = 0;
    for (const { offset, length } of hidden) {
      hash.update(content.slice(at, offset));
      at = offset + length;
    }
    hash.update(content.slice(at).trimEnd());
  }
  return hash.digest("hex").slice(0, 32);
}
