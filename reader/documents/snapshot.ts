import type { FileBytes } from "./regular-file.js";

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
export type SnapshotPath =
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
export const blockedBy = {
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
