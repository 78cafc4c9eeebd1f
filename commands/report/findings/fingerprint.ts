import { createHash, hash } from "node:crypto";
import type { Span } from "../../validate/document/json-text.js";

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
