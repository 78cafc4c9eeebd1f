import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

/** Size of the largest contract, schema or configuration that is read, in bytes: 16 MiB. */
export const defaultMaxFile = 16 * 1024 * 1024;

/** The bytes of a file, or why it isn't read: `problem` continues a sentence that starts with the file. */
export type FileBytes =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | {
      readonly kind: "absent" | "special" | "large" | "failed";
      readonly problem: string;
      readonly cause?: unknown;
    };

const step = 64 * 1024;

/**
 * Reads a regular file of at most `limit` bytes. A device, a named pipe or a socket is never read, since it may block for
 * ever or have no end.
 */
export function readRegularFile(path: string, limit: number = defaultMaxFile): FileBytes {
  try {
    // Opening a device can change it, so it isn't even opened.
    if (!statSync(path).isFile()) return special;
    const { O_RDONLY, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_RDONLY | O_NONBLOCK);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) return special;
      if (found.size > limit) return tooLarge(limit);
      return readAll(file, found.size, limit);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent", problem: "doesn't exist", cause };
    return { kind: "failed", problem: `can't be read (${code ?? message})`, cause };
  }
}

/** Valid UTF-8 with its byte order mark; `undefined` if the bytes aren't. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const special: FileBytes = { kind: "special", problem: "isn't a regular file" };

/** The answer for a file that is larger than `limit` bytes. */
export function tooLarge(limit: number): FileBytes {
  const shown = limit % (1024 * 1024) === 0 ? `${limit / (1024 * 1024)} MiB` : `${limit} bytes`;
  return { kind: "large", problem: `is larger than ${shown}` };
}

/** The size that the system reports may be wrong: a file can grow, and those of `/proc` have size 0. */
function readAll(file: number, size: number, limit: number): FileBytes {
  let buffer = Buffer.allocUnsafe(size + 1);
  for (let filled = 0; ; ) {
    const count = readSync(file, buffer, filled, buffer.length - filled, null);
    if (count === 0) return { kind: "bytes", bytes: buffer.subarray(0, filled) };
    filled += count;
    if (filled > limit) return tooLarge(limit);
    if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(filled + step)]);
  }
}
