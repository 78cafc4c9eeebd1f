import type { EntryKind } from "../../../../reader/documents/snapshot.js";
import { UnusableInput } from "../unusable-input.js";
import type { Commit } from "./repository.js";
import { type GitPlace, git } from "./run-git.js";

/** Files of a commit: what each path is, and the ids of what can be read. */
export interface Tree {
  readonly entries: ReadonlyMap<string, EntryKind>;
  readonly ids: ReadonlyMap<string, string>;
}

/** What to list. */
export interface TreeListing {
  /** Files and folders, relative to the repository's root; "" is all. */
  readonly paths: readonly string[];
  /** Most entries. */
  readonly most: number;
}

/** Lists everything below some paths of a commit. Throws `UnusableInput` if that is too much. */
export async function listTree(commit: Commit, { paths, most }: TreeListing, place: GitPlace): Promise<Tree> {
  const entries = new Map<string, EntryKind>();
  const ids = new Map<string, string>();
  const inner = paths.filter((path) => path !== "");
  const below = inner.length === paths.length ? inner : [];
  // A link or submodule on the way to a path is listed only if it is named itself.
  const parents = [...new Set(inner.flatMap(parentsOf))];
  const lists = [
    ["ls-tree", "-r", "-z", "--full-tree", commit.id, "--", ...below],
    ...(parents.length > 0 ? [["ls-tree", "-z", "--full-tree", commit.id, "--", ...parents]] : []),
  ];
  for (const args of lists) {
    for (const line of (await git(args, place)).split("\0")) {
      const [, mode = "", id = "", name = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      const kind = kinds[mode] ?? "special";
      if (name === "" || mode === folderMode || name.split("/").some(isSuspicious)) continue;
      entries.set(name, kind);
      if (kind === "file") ids.set(name, id);
      if (entries.size > most)
        throw new UnusableInput(`${commit.label}: has more than ${most} files; name a folder with fewer`);
    }
  }
  return { entries, ids };
}

const folderMode = "040000";
const kinds: Readonly<Record<string, EntryKind>> = {
  "100644": "file",
  "100755": "file",
  "100664": "file",
  "120000": "link",
  "160000": "submodule",
};

function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Git itself never makes such names. */
function isSuspicious(part: string): boolean {
  return part === "" || part === "." || part === "..";
}
