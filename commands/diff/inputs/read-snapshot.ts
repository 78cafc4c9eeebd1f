import { posix } from "node:path";
import { acceptedNames } from "../../../reader/documents/contracts-folder.js";
import { folderOf, type InputFile } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { defaultMaxFile } from "../../../reader/documents/regular-file.js";
import { lookUp, type Snapshot } from "../../../reader/documents/snapshot.js";
import {
  pathIn,
  readSnapshotInputs,
  referencedInSnapshot,
} from "../../../reader/documents/snapshot-input.js";
import { gitSnapshot } from "./git/git-snapshot.js";
import { snapshotLimits } from "./limits.js";
import type { ListedSource } from "./listed-source.js";
import type { GitSource, SourcePaths, TarballSource } from "./source.js";
import { allowedInside, type SourceOptions } from "./source-options.js";
import { isFile, load, type Read, versionOf, withoutExamples } from "./source-version.js";

/** Reads the files of a version from a commit. Throws `UnusableInput` and `InputError`. */
export async function listGit(
  source: GitSource,
  { cwd, allowRefsTo = [], maxFile = defaultMaxFile, ...options }: SourceOptions,
): Promise<ListedSource> {
  const { commit, repository, overlays = [] } = source;
  const allowed = allowedInside(repository, { cwd, allowRefsTo });
  const limits = { ...(options.snapshots ?? snapshotLimits), maxFile };
  const wanted = [...source.contracts, ...overlays];
  const snapshot = await gitSnapshot(commit, { ...limits, paths: [...wanted, ...allowed] }, repository);
  const isThere = (path: string) => lookUp(snapshot, path).kind !== "absent";
  // Of several paths, some may be newer than the commit.
  const there = source.contracts.filter(isThere);
  const contracts = there.length > 0 ? there : source.contracts;
  const facts = {
    label: commit.label,
    allowed,
    single: source.contracts.length === 1,
    base: pathIn(snapshot, repository.prefix),
    own: true,
    parse: options.parse,
  };
  return listSnapshot(snapshot, { contracts, overlays: overlays.filter(isThere) }, facts);
}

/** Reads the files of a version from a packed package. Throws `UnusableInput` and `InputError`. */
export async function listTarball(
  source: TarballSource,
  { maxFile = defaultMaxFile, ...options }: SourceOptions,
): Promise<ListedSource> {
  const { tarball } = source;
  const { tarballSnapshot } = await import("./tarball/tarball-snapshot.js");
  const snapshot = await tarballSnapshot(tarball, { ...(options.snapshots ?? snapshotLimits), maxFile });
  const path = source.path ?? (lookUp(snapshot, "contracts").kind === "folder" ? "contracts" : "");
  const facts = {
    label: tarball.shown,
    allowed: [""],
    single: true,
    base: snapshot.root,
    own: false,
    parse: options.parse,
  };
  return listSnapshot(snapshot, { contracts: [path] }, facts);
}

interface SnapshotFacts {
  readonly label: string;
  /** Folders that references may lead to, in addition to those of the contracts. */
  readonly allowed: readonly string[];
  /** Whether one file or folder was named. */
  readonly single: boolean;
  /** Absolute path of the working folder in the snapshot. */
  readonly base: string;
  /** Whether it belongs to the user, and so do its accepted changes. */
  readonly own: boolean;
  readonly parse: SourceOptions["parse"];
}

async function listSnapshot(
  snapshot: Snapshot,
  paths: SourcePaths,
  { label, allowed, single, base, own, parse }: SnapshotFacts,
): Promise<ListedSource> {
  const files = withoutExamples(await readSnapshotInputs(snapshot, paths));
  const folders = [
    ...files.flatMap((file) => folderOf(file) ?? []),
    ...allowed.map((path) => pathIn(snapshot, path)),
  ];
  const readReferenced = referencedInSnapshot(snapshot, folders);
  return {
    files,
    load: async (without) => {
      const contracts = await load({ files, without, label }, (wanted) =>
        loadContracts(wanted, snapshot.root, { readReferenced, parse, unreadablePatterns: "keep" }),
      );
      const [path = ""] = paths.contracts;
      const named = single ? pathIn(snapshot, path) : undefined;
      const read: Read = { files, contracts, label, base, path: named };
      if (!own) return { ...versionOf(read, []), accepted: [] };
      return versionOf(read, isFile(read) ? await acceptedNear(snapshot, path) : []);
    },
  };
}

async function acceptedNear(snapshot: Snapshot, path: string): Promise<readonly InputFile[]> {
  const near = acceptedNames.map((name) => posix.join(posix.dirname(path), name));
  const wanted = near.filter((name) => snapshot.entries.has(name));
  return wanted.length === 0 ? [] : readSnapshotInputs(snapshot, { contracts: wanted });
}
