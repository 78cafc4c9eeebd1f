import { join, posix, relative } from "node:path";
import {
  InputError,
  type InputFile,
  inputRemedy,
  isContractsFile,
  isHidden,
  roleBelow,
  slashes,
} from "./input.js";
import {
  outside,
  type ReadReferenced,
  type ReferencedFile,
  referencedFile,
  sentence,
  unreadable,
} from "./referenced-files.js";
import { type FileBytes, utf8Text } from "./regular-file.js";
import { isBelow } from "./roots.js";

/** Paths of a snapshot, relative to its root. */
interface SnapshotPaths {
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
    wanted.set(name, { role: "overlay", name, folder: parentFolder(name) });
  }
  const bytes = await snapshot.read([...wanted.keys()]);
  return [...wanted.values()].map(({ role, name, folder, isNamed }) => {
    const file = snapshot.shown(name);
    const found = bytes.get(name);
    if (found?.kind !== "bytes")
      throw new InputError(
        file,
        found === undefined ? "doesn't exist" : `${found.problem}; ${inputRemedy(found.kind)}`,
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
    return [{ role: "contract", name: path, folder: parentFolder(path), isNamed: true }];
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

function parentFolder(name: string): string {
  const parent = posix.dirname(name);
  if (parent === ".") return "";
  return parent;
}

/** The order in which folders are read from the disk: by the names of each level. */
function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  const [left = "", right = ""] = [a[at], b[at]];
  if (at < 0 || left < right) return -1;
  return 1;
}

/** What a path of a snapshot leads to. Links aren't followed. */
export type EntryKind = "file" | "link" | "submodule" | "special";

/** Files that aren't on the disk, such as those of a commit or of a packed package. */
export interface Snapshot {
  /** Absolute path that its files appear to be below. No such folder exists. */
  readonly root: string;
  /** Everything but folders, by path below the root, forward slashes. */
  readonly entries: ReadonlyMap<string, EntryKind>;
  /** A path below the root as people see it. */
  shown(name: string): string;
  /** Reads files of the entries. Throws an `OipkitError` if the snapshot is damaged or too large. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, FileBytes>>;
}

/** What a path of a snapshot is. `blocked`: the path itself or one of its parents isn't read, since it is of that kind. */
type SnapshotPath =
  | { readonly kind: "file" | "folder" | "absent" }
  | { readonly kind: "blocked"; readonly by: Exclude<EntryKind, "file">; readonly at: string };

/** Looks up a path of a snapshot; "" is its root. */
export function lookUp({ entries }: Pick<Snapshot, "entries">, name: string): SnapshotPath {
  if (entries.get(name) === "file") return { kind: "file" };
  const parts = name.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const at = parts.slice(0, length).join("/");
    const by = entries.get(at);
    if (by !== undefined && by !== "file") return { kind: "blocked", by, at };
  }
  const start = name === "" ? "" : `${name}/`;
  for (const each of entries.keys()) if (each.startsWith(start)) return { kind: "folder" };
  return { kind: "absent" };
}

/** Why an entry isn't read, which continues a sentence that starts with its path, and what to do. */
const blockedBy = {
  link: {
    problem: "is a link, which isn't followed in commits and packed packages",
    remedy: "replace it by the file",
  },
  submodule: {
    problem: "is a submodule, whose files aren't part of the commit",
    remedy: "compare a checkout of it",
  },
  special: { problem: "isn't a regular file", remedy: "remove it" },
} as const;
