import { dirname, join, posix, relative, resolve } from "node:path";
import {
  acceptedNames,
  contractFolder,
  InputError,
  type InputFile,
  readInputs,
  slashes,
} from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { defaultMaxFile, readRegularFile } from "../../../reader/documents/regular-file.js";
import {
  lookUp,
  pathIn,
  readSnapshotInputs,
  referencedInSnapshot,
  type Snapshot,
} from "../../../reader/documents/snapshot.js";
import { gitSnapshot } from "./git/git-snapshot.js";
import {
  allowedInside,
  type ComparedSource,
  type DiskSource,
  type GitSource,
  isFile,
  type ListedSource,
  load,
  type Read,
  type SourceOptions,
  type SourcePaths,
  type SourceVersion,
  sourceVersion,
  type TarballSource,
  withoutExamples,
} from "./source.js";
import { snapshotLimits } from "./unusable-input.js";

/**
 * Reads a version of contracts, and the files that they refer to, which must be in the same version. Throws `UnusableInput` or
 * `InputError` if it can't be read, and `ContractError` if a file isn't valid.
 */
export async function readSource(source: ComparedSource, options: SourceOptions): Promise<SourceVersion> {
  return (await listSource(source, options)).load();
}

/** Reads the files of a version. Throws `UnusableInput` or `InputError`. */
function listSource(source: ComparedSource, options: SourceOptions): Promise<ListedSource> {
  switch (source.kind) {
    case "disk":
      return listDisk(source, options);
    case "git":
      return listGit(source, options);
    case "tarball":
      return listTarball(source, options);
  }
}

/** Two sources to compare. */
interface SourcePair {
  readonly old: ComparedSource;
  readonly new: ComparedSource;
}

/** How to read them. */
interface PairOptions extends SourceOptions {
  /** Whether the contracts are also used for something else than comparing them, so that all of them are parsed. */
  readonly whole: boolean;
  /** Called when the old version was read. */
  readonly onOld?: (old: SourceVersion) => void;
}

/**
 * Reads two versions for a comparison. Ledgers and conformance cases that are all the same aren't parsed, and aren't in the
 * result: nothing refers to them, and they have no findings. Throws as `readSource` does, for the old version first.
 */
export async function readSources(
  sources: SourcePair,
  { whole, onOld, ...options }: PairOptions,
): Promise<{ readonly old: SourceVersion; readonly new: SourceVersion }> {
  const reading = settled(listSource(sources.new, options));
  const listed = await listSource(sources.old, options);
  const other = await reading;
  const isListed = other.status === "fulfilled";
  const same = whole || !isListed ? new Set<InputFile>() : sameBeside(listed, other.value);
  const old = await listed.load(same);
  onOld?.(old);
  if (!isListed) throw other.reason;
  return { old, new: await other.value.load(same) };
}

/** A failure is kept until the old version was read. */
async function settled<Result>(promise: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** The files beside the contracts, of both versions, of each role of which all are the same. */
function sameBeside(old: ListedSource, current: ListedSource): ReadonlySet<InputFile> {
  return new Set(
    (["ledger", "case"] as const).flatMap((wanted) => {
      const files = [old, current].map((each) => each.files.filter(({ role }) => role === wanted));
      const [before = [], after = []] = files;
      const isSame =
        before.length === after.length &&
        before.every(({ name, text }, at) => name === after[at]?.name && text === after[at].text);
      if (isSame) return files.flat();
      return [];
    }),
  );
}

/** Reads the files of a version from the disk. Throws `InputError`. */
async function listDisk(
  source: DiskSource,
  { cwd, allowRefsTo = [], maxFile, parse }: SourceOptions,
): Promise<ListedSource> {
  const { contracts: paths, overlays, label } = source;
  const limits = { allowRefsTo: [...allowRefsTo, ...(source.package ? [source.package] : [])], maxFile };
  const files = withoutExamples(await readInputs(paths, cwd, { overlays, ...limits }));
  return {
    files,
    load: async (without) => {
      const contracts = await load({ files, without, label }, (wanted) =>
        loadContracts(wanted, cwd, { ...limits, parse, unreadablePatterns: "keep" }),
      );
      const [first = "", ...others] = paths;
      const path = others.length > 0 ? undefined : resolve(cwd, first);
      const read: Read = { files, contracts, label, path, base: cwd };
      if (source.package !== undefined) return { ...sourceVersion(read, []), accepted: [] };
      return sourceVersion(read, acceptedOnDisk(read, { cwd, maxFile }));
    },
  };
}

/** The list next to a single file; that of a folder is among its files. */
function acceptedOnDisk(
  read: Read,
  { cwd, maxFile = defaultMaxFile }: { cwd: string; maxFile?: number | undefined },
): InputFile[] {
  const { path } = read;
  if (path === undefined || !isFile(read)) return [];
  return acceptedNames.flatMap((name) => {
    const near = join(dirname(path), name);
    const found = readRegularFile(near, maxFile);
    if (found.kind === "absent") return [];
    const file = slashes(relative(cwd, near));
    if (found.kind !== "bytes") throw new InputError(file, found.problem);
    return [{ path: near, file, text: found.bytes.toString("utf8"), role: "accepted" as const, name }];
  });
}

/** Reads the files of a version from a commit. Throws `UnusableInput` and `InputError`. */
async function listGit(
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
async function listTarball(
  source: TarballSource,
  { maxFile = defaultMaxFile, ...options }: SourceOptions,
): Promise<ListedSource> {
  const { tarball } = source;
  const { tarballSnapshot } = await import("./tarball-snapshot.js");
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
    ...files.flatMap((file) => contractFolder(file) ?? []),
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
      if (!own) return { ...sourceVersion(read, []), accepted: [] };
      return sourceVersion(read, isFile(read) ? await acceptedInSnapshot(snapshot, path) : []);
    },
  };
}

async function acceptedInSnapshot(snapshot: Snapshot, path: string): Promise<readonly InputFile[]> {
  const near = acceptedNames.map((name) => posix.join(posix.dirname(path), name));
  const wanted = near.filter((name) => snapshot.entries.has(name));
  if (wanted.length === 0) return [];
  return readSnapshotInputs(snapshot, { contracts: wanted });
}
