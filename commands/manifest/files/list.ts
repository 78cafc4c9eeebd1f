import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { ManifestError } from "../errors.js";
import type { IsIgnored } from "./ignore.js";

/** Something in a folder that isn't a folder itself. Links are never followed. */
export interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly kind: "file" | "link" | "special" | "unnameable";
}

/** Bounds of a search; beyond them, a folder isn't an artifact. */
interface ListLimits {
  /** Files and folders. */
  readonly entries: number;
  readonly depth: number;
}

const defaultLimits: ListLimits = { entries: 50_000, depth: 64 };

/** How to search a folder. */
interface ListOptions {
  readonly isIgnored: IsIgnored;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ListLimits | undefined;
}

/** The real path of a folder. Throws `ManifestError` if it isn't one; `shown` is the path as the user gave it. */
export async function folderAt(path: string, shown: string): Promise<string> {
  try {
    const real = await realpath(path);
    await (await opendir(real)).close();
    return real;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ManifestError("folder-unusable", `${shown} can't be read as a folder (${code ?? message})`, {
      cause,
    });
  }
}

/**
 * The files in a folder and its subfolders, sorted by code points. Throws `ManifestError` if it can't be read, or is larger
 * than the limits.
 */
export async function listFiles(
  folder: string,
  { isIgnored, signal, limits = defaultLimits }: ListOptions,
): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  let left = limits.entries;
  const visit = async (relative: string, depth: number): Promise<void> => {
    if (depth > limits.depth) throw tooLarge(`has folders more than ${limits.depth} deep`);
    const at = join(folder, relative);
    for await (const entry of await opendir(at, { encoding: "buffer" as BufferEncoding }).catch(failed(at))) {
      if (signal?.aborted) throw new ManifestError("interrupted", "stopped before the files were listed");
      if (left-- === 0) throw tooLarge(`has more than ${limits.entries} files and folders`);
      const name = decodeName(entry);
      const path = relative === "" ? name.text : `${relative}/${name.text}`;
      const kind = entryKind(entry);
      if (isIgnored(path, kind === "folder" ? "folder" : "file")) continue;
      if (!name.isValid) found.push({ path, kind: "unnameable" });
      else if (kind === "folder") await visit(path, depth + 1);
      else found.push({ path, kind });
    }
  };
  await visit("", 0);
  return found.sort((a, b) => compareCodePoints(a.path, b.path));
}

/** The order of code points, which is that of UTF-8 bytes: the same in every locale and on every system. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
    // A surrogate belongs to a code point above all others.
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}

/** With `encoding: "buffer"`, names are bytes, which the types don't say. */
function decodeName(entry: Dirent): { readonly text: string; readonly isValid: boolean } {
  const bytes = entry.name as unknown as Buffer;
  return { text: bytes.toString("utf8"), isValid: isUtf8(bytes) };
}

function entryKind(entry: Dirent): "folder" | "file" | "link" | "special" {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  if (entry.isFile()) return "file";
  return "special";
}

function tooLarge(problem: string): ManifestError {
  const advice = "name the folder of the built artifact, or leave out folders with --ignore";
  return new ManifestError("folder-too-large", `the folder ${problem}; ${advice}`);
}

function failed(path: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    throw new ManifestError("folder-unusable", `${path} can't be read (${cause.code ?? cause.message})`, {
      cause,
    });
  };
}
