import { isUtf8 } from "node:buffer";
import type { Problem } from "../../report/findings/finding.js";

/** The offset of the first byte that isn't valid UTF-8, or -1. */
export function invalidUtf8At(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1;
  let at = 0;
  for (;;) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
}

/** The problem of bytes whose first fault is at an offset. */
export function invalidUtf8(bytes: Buffer, at: number): Problem {
  const code = (bytes[at] ?? 0).toString(16).padStart(2, "0");
  const message = `the byte 0x${code} at offset ${at} is not valid UTF-8`;
  return {
    code: "invalid-utf8",
    message,
    pointer: "",
    span: { offset: bytes.toString("utf8", 0, at).length, length: 1 },
  };
}

/** Length in bytes of the character at an offset (RFC 3629, section 4); 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined || (first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  if (first < 0x80) return 1;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let rest = 2; rest < length; rest++) {
    const next = bytes[at + rest] ?? 0;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return length;
}

/** Length of a byte order mark at the start, 0 or 3. RFC 8259 lets a parser ignore it. */
export function bomLength(bytes: Uint8Array, at = 0): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? 3 : 0;
}
