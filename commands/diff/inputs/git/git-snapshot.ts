import { join, posix } from "node:path";
import type { FileBytes } from "../../../../reader/documents/regular-file.js";
import type { Snapshot } from "../../../../reader/documents/snapshot.js";
import type { SnapshotLimits } from "../limits.js";
import { UnusableInput } from "../unusable-input.js";
import { readBlobs } from "./read-blobs.js";
import { type Commit, pathFromWorkingFolder, type Repository } from "./repository.js";
import { runGit } from "./run-git.js";
import { listTree } from "./tree.js";

/** What a snapshot of a commit contains, and how large it may be. */
export interface GitSnapshotOptions extends SnapshotLimits {
  /** Files and folders, relative to the repository's root. References from a file may lead to its folder. */
  readonly paths: readonly string[];
  /** Bytes of one file. */
  readonly maxFile: number;
}

/** The files of a commit. Throws `UnusableInput`. */
export async function gitSnapshot(
  commit: Commit,
  { paths, maxFile, ...limits }: GitSnapshotOptions,
  repository: Repository,
): Promise<Snapshot> {
  const below: string[] = [];
  for (const path of paths) below.push((await isFile(path, commit, repository)) ? parentOf(path) : path);
  const { entries, ids } = await listTree(commit, { paths: below, most: limits.entries }, repository);
  let [files, total] = [limits.files, limits.total];
  return {
    // A path that can't exist: `.git` isn't a name that a working tree may use in this way.
    root: join(repository.root, `.git:${commit.id}`),
    entries,
    shown: (name) => `${commit.label}:${pathFromWorkingFolder(name, repository)}`,
    read: async (names) => {
      const known = names.filter((name) => ids.has(name));
      files -= known.length;
      if (files < 0)
        throw new UnusableInput(`${commit.label}: more than ${limits.files} files would have to be read`);
      const wanted = known.map((name) => ids.get(name) ?? "");
      const blobs = wanted.length === 0 ? [] : await readBlobs(wanted, { maxFile, total }, repository);
      for (const blob of blobs) if (blob.kind === "bytes") total -= blob.bytes.length;
      return new Map(
        known.flatMap((name, at): [string, FileBytes][] => {
          const blob = blobs[at];
          return blob === undefined ? [] : [[name, blob]];
        }),
      );
    },
  };
}

async function isFile(path: string, { id }: Commit, repository: Repository): Promise<boolean> {
  if (path === "") return false;
  return (await runGit(["cat-file", "-t", `${id}:${path}`], repository)).out.trim() === "blob";
}

function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === "." ? "" : parent;
}
