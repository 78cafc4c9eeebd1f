import { join, posix, relative } from "node:path";
import { isContractsFile, isHidden, roleBelow } from "./contracts-folder.js";
import type { ReadReferenced, ReferencedFile } from "./follow-references.js";
import { InputError, type InputFile, remedyOf, slashes } from "./input.js";
import { outside, referencedFile, sentence, unreadable } from "./referenced-files.js";
import { utf8Text } from "./regular-file.js";
import { isBelow } from "./roots.js";
import { blockedBy, lookUp, type Snapshot, type SnapshotPath } from "./snapshot.js";

/** Paths of a snapshot, relative to its root. */
export interface SnapshotPaths {
  readonly contracts: readonly string[];
  /** Applied in their own order, after those of the folders. */
  readonly overlays?: readonly string[] | undefined;
}

type Wanted = Pick<InputFile, "role" | "isNamed"> & { readonly name: string; readonly folder: string };

/**
 * Reads the given files and the files of the given folders of a snapshot, with the same roles and in the same order as
 * `readInputs` does from the disk. Throws `InputError` for a path that doesn't exist or isn't read.
 */
export async function readSnapshotInputs(
  snapshot: Snapshot,
  { contracts, overlays = [] }: SnapshotPaths,
): Promise<InputFile[]> {
  const wanted = new Map<string, Wanted>();
  for (const path of contracts) for (const each of wantedBelow(snapshot, path)) wanted.set(each.name, each);
  for (const name of overlays) {
    if (fileOrFolder(snapshot, name) === "folder") throw new InputError(snapshot.shown(name), "is a folder");
    wanted.delete(name);
    wanted.set(name, { role: "overlay", name, folder: parentOf(name) });
  }
  const bytes = await snapshot.read([...wanted.keys()]);
  return [...wanted.values()].map(({ role, name, folder, isNamed }) => {
    const file = snapshot.shown(name);
    const found = bytes.get(name);
    if (found?.kind !== "bytes")
      throw new InputError(
        file,
        found === undefined ? "doesn't exist" : `${found.problem}; ${remedyOf(found.kind)}`,
        found?.cause,
      );
    const text = utf8Text(found.bytes);
    if (text === undefined) throw new InputError(file, "not valid UTF-8");
    const path = pathIn(snapshot, name);
    return { path, file, text, role, name: posix.relative(folder, name), ...(isNamed ? { isNamed } : {}) };
  });
}

/** Reads referenced files from a snapshot, below the given absolute paths of its folders. */
export function referencedInSnapshot(snapshot: Snapshot, folders: readonly string[]): ReadReferenced {
  return async (paths) => {
    const found = new Map<string, ReferencedFile>();
    const names = new Map<string, string>();
    for (const path of paths) {
      if (!folders.some((folder) => isBelow(folder, path))) {
        found.set(path, outside(false));
        continue;
      }
      const name = slashes(relative(snapshot.root, path));
      const entry = lookUp(snapshot, name);
      if (entry.kind === "blocked") found.set(path, blockedReference(snapshot, entry));
      if (entry.kind === "file") names.set(name, path);
    }
    for (const [name, bytes] of await snapshot.read([...names.keys()])) {
      const path = names.get(name) ?? pathIn(snapshot, name);
      const file = referencedFile(bytes, { path, file: snapshot.shown(name) });
      if (file !== undefined) found.set(path, file);
    }
    return found;
  };
}

/** The absolute path that a file of a snapshot appears to have. */
export function pathIn({ root }: Pick<Snapshot, "root">, name: string): string {
  return join(root, ...name.split("/"));
}

function wantedBelow(snapshot: Snapshot, path: string): Wanted[] {
  if (fileOrFolder(snapshot, path) === "file")
    return [{ role: "contract", name: path, folder: parentOf(path), isNamed: true }];
  const start = path === "" ? "" : `${path}/`;
  const wanted = [...snapshot.entries].flatMap(([name, kind]) => {
    const inner = name.slice(start.length);
    if (!name.startsWith(start) || inner.split("/").some(isHidden) || !isContractsFile(inner)) return [];
    if (kind !== "file") throw blocked(snapshot, { at: name, by: kind });
    const { role, folder } = roleBelow(inner);
    return [{ role, name, folder: posix.join(path, folder), parts: inner.split("/") }];
  });
  return wanted.sort((a, b) => compare(a.parts, b.parts));
}

function fileOrFolder(snapshot: Snapshot, name: string): "file" | "folder" {
  const entry = lookUp(snapshot, name);
  if (entry.kind === "blocked") throw blocked(snapshot, entry);
  if (entry.kind === "absent") throw new InputError(snapshot.shown(name), "there is no such file or folder");
  return entry.kind;
}

type Blocked = Omit<Extract<SnapshotPath, { kind: "blocked" }>, "kind">;

function blocked(snapshot: Snapshot, { at, by }: Blocked): InputError {
  const { problem, remedy } = blockedBy[by];
  return new InputError(snapshot.shown(at), `${problem}; ${remedy}`);
}

function blockedReference(snapshot: Snapshot, { at, by }: Blocked): ReferencedFile {
  const { problem, remedy } = blockedBy[by];
  return unreadable(`leads to ${snapshot.shown(at)}, which ${problem}`, sentence(`${remedy}.`));
}

function parentOf(name: string): string {
  const parent = posix.dirname(name);
  return parent === "." ? "" : parent;
}

/** The order in which folders are read from the disk: by the names of each level. */
function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  const [left = "", right = ""] = [a[at], b[at]];
  return at < 0 || left < right ? -1 : 1;
}
