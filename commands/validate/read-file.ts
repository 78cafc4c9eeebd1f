import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Problem } from "../report/reporter.js";
import type { SourceFolder } from "./inspect.js";
import type { DocumentSource, Unit } from "./unit.js";

/** A file's bytes, or why it can't be read. */
export type FileContent =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "problem"; readonly problem: Problem };

/** Reads a file that is one document, and decompresses gzip. */
export function readDocument({ path }: DocumentSource, limit: number): FileContent {
  try {
    const file = openSync(path as string, "r");
    try {
      if (fstatSync(file).size > limit) return { kind: "problem", problem: tooLong(limit) };
      const bytes = readFileSync(file);
      if (isGzip(bytes)) return unpack(bytes, limit);
      return { kind: "bytes", bytes };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { kind: "problem", problem: unreadable(error) };
  }
}

function unpack(bytes: Buffer, limit: number): FileContent {
  // Loaded only now, since most files aren't compressed; without `await`, which callers don't have.
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  try {
    return { kind: "bytes", bytes: gunzipSync(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    const long = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
    return { kind: "problem", problem: long ? tooLong(limit) : brokenGzip };
  }
}

/** Whether data starts with the gzip signature. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The problem of gzip data that can't be decompressed. */
export const brokenGzip: Problem = {
  code: "gzip-broken",
  message: "the gzip data is corrupt or truncated from here on",
  pointer: "",
};

/** The problem of a document longer than the limit, in bytes. */
export function tooLong(limit: number): Problem {
  return {
    code: "too-long",
    message: `the document is longer than ${limit} bytes; raise the limit with --max-line`,
    pointer: "",
  };
}

/** The problem of a file that can't be read, with the error code of the system. */
export function unreadable(error: unknown): Problem {
  const why = (error as { code?: string }).code ?? (error instanceof Error ? error.message : String(error));
  return { code: "unreadable", message: `cannot read the file (${why})`, pointer: "" };
}

const nowhere: SourceFolder = { folder: undefined, declared: false };

/** Facts about a file's folder that help to identify its kind. */
export function findSourceFolder(path: string | undefined): SourceFolder {
  if (path === undefined) return nowhere;
  const folder = dirname(path);
  return { folder: basename(folder), declared: /^(?:counter)?examples$/.test(basename(dirname(folder))) };
}

/** The lines in a range of a file. */
type ByteRange =
  | {
      readonly kind: "lines";
      /** Whole lines, the last one possibly without its line feed; valid until the next call. */
      readonly bytes: Buffer;
      /** Where they start in the file. */
      readonly offset: number;
      /** The start of the last line, if that exceeds the limit. */
      readonly tooLong: Buffer | undefined;
    }
  | { readonly kind: "unreadable"; readonly problem: Problem };

/** How many bytes of an oversized line an excerpt needs. */
export const headBytes = 400;

const newline = 10;
const largeBuffer = 8 * 1024 * 1024;
const step = 64 * 1024;

/** Whether the last line of a range ends at most so many bytes after it; also if the file can't be read, which takes no time. */
export function lineEndsWithin({ source, end, size }: Unit & { kind: "range" }, most: number): boolean {
  const piece = Buffer.allocUnsafe(step);
  try {
    const file = openSync(source.path as string, "r");
    try {
      for (let at = end; at < end + most; at += step) {
        if (at >= size) return true;
        const count = readSync(file, piece, 0, step, at);
        if (count === 0 || piece.subarray(0, count).includes(newline)) return true;
      }
      return false;
    } finally {
      closeSync(file);
    }
  } catch {
    return true;
  }
}

/** Reads the lines of a file that start within a range of bytes, into a reused buffer. */
export class RangeReader {
  #buffer = Buffer.alloc(0);

  constructor(readonly limit: number) {}

  read({ source, start, end, size }: Unit & { kind: "range" }): ByteRange {
    try {
      const file = openSync(source.path as string, "r");
      try {
        return this.#read(file, { start, end, size });
      } finally {
        closeSync(file);
      }
    } catch (error) {
      return { kind: "unreadable", problem: unreadable(error) };
    }
  }

  #read(file: number, { start, end, size }: { start: number; end: number; size: number }): ByteRange {
    if (this.#buffer.length > largeBuffer) this.#buffer = Buffer.alloc(0);
    // The preceding byte shows whether a line starts at `start`.
    const origin = Math.max(0, start - 1);
    let filled = this.#fill(file, { from: 0, to: end - origin, origin });
    const from = start === 0 ? 0 : this.#buffer.subarray(0, filled).indexOf(newline) + 1;
    if (start > 0 && from === 0) return lines(Buffer.alloc(0), start, undefined);
    if (from === filled) return lines(Buffer.alloc(0), start, undefined);
    const lastLine = Math.max(from, this.#buffer.lastIndexOf(newline, filled - 1) + 1);
    if (lastLine === filled) return lines(this.#buffer.subarray(from, filled), origin + from, undefined);
    for (let grow = step; origin + filled < size; grow *= 2) {
      const before = filled;
      filled = this.#fill(file, {
        from: filled,
        to: Math.min(filled + grow, size - origin, lastLine + this.limit + 2),
        origin,
      });
      const feed = this.#buffer.subarray(before, filled).indexOf(newline);
      if (feed >= 0) {
        filled = before + feed + 1;
        break;
      }
      if (filled === before || filled - lastLine > this.limit) break;
    }
    const length = filled - lastLine - (this.#buffer[filled - 1] === newline ? 1 : 0);
    if (length <= this.limit) return lines(this.#buffer.subarray(from, filled), origin + from, undefined);
    const head = this.#buffer.subarray(lastLine, lastLine + headBytes);
    return lines(this.#buffer.subarray(from, lastLine), origin + from, head);
  }

  /** Reads into the buffer between two offsets and returns where the data ends. */
  #fill(file: number, { from, to, origin }: { from: number; to: number; origin: number }): number {
    if (to > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(to + step);
      this.#buffer.copy(larger, 0, 0, from);
      this.#buffer = larger;
    }
    let at = from;
    while (at < to) {
      const count = readSync(file, this.#buffer, at, to - at, origin + at);
      if (count === 0) break;
      at += count;
    }
    return at;
  }
}

function lines(bytes: Buffer, offset: number, tooLongHead: Buffer | undefined): ByteRange {
  return { kind: "lines", bytes, offset, tooLong: tooLongHead };
}

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

/** The limits of a character's second byte, where they differ from those of other bytes, by its first. */
const secondBytes: ReadonlyMap<number, { readonly low?: number; readonly high?: number }> = new Map([
  [0xe0, { low: 0xa0 }],
  [0xed, { high: 0x9f }],
  [0xf0, { low: 0x90 }],
  [0xf4, { high: 0x8f }],
]);

/** Length in bytes of the character at an offset (RFC 3629, section 4); 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined || (first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  const { low = 0x80, high = 0xbf } = secondBytes.get(first) ?? {};
  if (second < low || second > high) return 0;
  let length = 4;
  if (first < 0xf0) length = 3;
  if (first < 0xe0) length = 2;
  for (let rest = 2; rest < length; rest++) {
    const next = bytes[at + rest] ?? 0;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return length;
}

/** Length of a byte order mark at the start, 0 or 3. RFC 8259 lets a parser ignore it. */
export function bomLength(bytes: Uint8Array, at = 0): number {
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return 3;
  return 0;
}
