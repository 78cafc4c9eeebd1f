import { createHash } from "node:crypto";
import { join } from "node:path";
import { readRegularFile, utf8Text } from "../../reader/documents/regular-file.js";
import { json } from "../../reader/text/json.js";
import { UsageError } from "../options/option.js";

/** The file beside the configuration that says which contract the generated code is made from. */
export const lockFile = "oipkit.lock.json";

/** What was taken last. */
export interface Lock {
  /** Absent if the contract is written in this repository. */
  readonly source?: string;
  /** What the source's name stood for. */
  readonly resolved?: string;
  /** Digests by path below the folder of contracts. */
  readonly files: Readonly<Record<string, string>>;
}

/** The digest of a file, in the notation of Subresource Integrity. */
export function digest(bytes: Uint8Array): string {
  return `sha256-${createHash("sha256").update(bytes).digest("base64")}`;
}

/** The digests of files, sorted by path. */
export function digests(files: ReadonlyMap<string, Uint8Array>): Lock["files"] {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, bytes]) => [name, digest(bytes)]));
}

/** Whether the digests are those of the same files. */
export function hasSameFiles(a: Lock["files"], b: Lock["files"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** The lock of a project; `undefined` if there is none. Throws `UsageError` if it isn't one. */
export function readLock(folder: string): Lock | undefined {
  const found = readRegularFile(join(folder, lockFile), 16 * 1024 * 1024);
  if (found.kind === "absent") return undefined;
  const broken = (why: string): UsageError =>
    new UsageError(`${lockFile}: ${why}; take it from git, or remove it to begin anew`);
  if (found.kind !== "bytes") throw broken(found.problem);
  let value: unknown;
  try {
    value = JSON.parse(utf8Text(found.bytes) ?? "");
  } catch {
    throw broken("isn't JSON");
  }
  if (isLock(value)) return value;
  throw broken("isn't what `oipkit update` writes");
}

function isLock(value: unknown): value is Lock {
  if (value === null || typeof value !== "object") return false;
  const { source, resolved, files } = value as Record<string, unknown>;
  const isText = (each: unknown): boolean => each === undefined || typeof each === "string";
  return (
    isText(source) &&
    isText(resolved) &&
    typeof files === "object" &&
    files !== null &&
    Object.values(files).every((each) => typeof each === "string")
  );
}

/** The text of a lock. */
export function lockText({ source, resolved, files }: Lock): string {
  return `${json({ source, resolved, files }, 2)}\n`;
}
