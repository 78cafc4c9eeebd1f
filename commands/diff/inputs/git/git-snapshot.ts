import { spawn } from "node:child_process";
import { join, posix } from "node:path";
import { type FileBytes, tooLarge } from "../../../../reader/documents/regular-file.js";
import type { EntryKind, Snapshot } from "../../../../reader/documents/snapshot.js";
import { type SnapshotLimits, UnusableInput } from "../unusable-input.js";
import {
  type Commit,
  firstLine,
  type GitPlace,
  git,
  gitEnvironment,
  notRun,
  pathFromWorkingFolder,
  type Repository,
  runGit,
} from "./repository.js";

/** What a snapshot of a commit contains, and how large it may be. */
interface GitSnapshotOptions extends SnapshotLimits {
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
  for (const path of paths) below.push((await isFile(path, commit, repository)) ? parentFolder(path) : path);
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
          if (blob === undefined) return [];
          return [[name, blob]];
        }),
      );
    },
  };
}

async function isFile(path: string, { id }: Commit, repository: Repository): Promise<boolean> {
  if (path === "") return false;
  return (await runGit(["cat-file", "-t", `${id}:${path}`], repository)).out.trim() === "blob";
}

function parentFolder(path: string): string {
  const parent = posix.dirname(path);
  if (parent === ".") return "";
  return parent;
}

/** Reads objects by their ids, in their order. Throws `UnusableInput` if one is missing, or if they are too large. */
function readBlobs(
  ids: readonly string[],
  limits: BlobLimits,
  place: GitPlace,
): Promise<readonly FileBytes[]> {
  return new Promise((done, fail) => {
    const child = spawn("git", ["cat-file", "--batch"], {
      cwd: place.cwd,
      env: gitEnvironment(place.env),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    let messages = "";
    const parser = new BlobParser(limits);
    const stop = (error: unknown) => {
      child.kill();
      fail(error);
    };
    child.on("error", (error) => fail(notRun(error)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (messages.length < 10_000) messages += text;
    });
    child.stdout.on("data", (bytes: Buffer) => {
      try {
        parser.write(bytes);
      } catch (error) {
        stop(error);
      }
    });
    child.on("close", () => {
      if (parser.blobs.length === ids.length) done(parser.blobs);
      else fail(new UnusableInput(`git cat-file failed: ${firstLine(messages)}`));
    });
    // If git ends early, its exit says why.
    child.stdin.on("error", () => {});
    child.stdin.end(ids.map((id) => `${id}\n`).join(""));
  });
}

/** What may be read. */
interface BlobLimits {
  /** Bytes of one file; a larger one isn't kept. */
  readonly maxFile: number;
  /** Bytes of all files together. */
  readonly total: number;
}

/** Longest line before the bytes of an object: an id, a type and a size. */
const longestHeader = 200;

/** Splits the output of `git cat-file --batch` into files, whatever its chunks are. */
export class BlobParser {
  readonly blobs: FileBytes[] = [];
  #header: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  /** Bytes of the current object that are still to come, with the newline after them; `undefined` in a header. */
  #left: number | undefined;
  #size = 0;
  #total = 0;

  constructor(private readonly limits: BlobLimits) {}

  /** Takes the next bytes. Throws `UnusableInput` if an object is missing, or if the total is too large. */
  write(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#left === undefined) rest = this.#readHeader(rest);
      else {
        const part = rest.subarray(0, this.#left);
        this.#left -= part.length;
        if (this.#size <= this.limits.maxFile) this.#parts.push(part);
        rest = rest.subarray(part.length);
        if (this.#left === 0) this.#end();
      }
    }
  }

  #readHeader(bytes: Buffer): Buffer {
    const end = bytes.indexOf("\n");
    this.#header = Buffer.concat([this.#header, end < 0 ? bytes : bytes.subarray(0, end)]);
    if (this.#header.length > longestHeader) throw new UnusableInput("git cat-file: unexpected output");
    if (end < 0) return bytes.subarray(bytes.length);
    const text = this.#header.toString("latin1");
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(text) ?? [];
    if (type !== "blob")
      throw new UnusableInput(
        `the repository lacks an object (git says: ${text}); run \`git fetch\` or \`git fsck\``,
      );
    this.#header = Buffer.alloc(0);
    this.#size = Number(size);
    this.#left = this.#size + 1;
    if (this.#size <= this.limits.maxFile) this.#total += this.#size;
    if (this.#total > this.limits.total)
      throw new UnusableInput(
        `the files of the commit have more than ${this.limits.total} bytes together; name a folder with fewer`,
      );
    return bytes.subarray(end + 1);
  }

  #end(): void {
    const isKept = this.#size <= this.limits.maxFile;
    const bytes = Buffer.concat(this.#parts).subarray(0, this.#size);
    this.blobs.push(isKept ? { kind: "bytes", bytes } : tooLarge(this.limits.maxFile));
    this.#parts = [];
    this.#left = undefined;
  }
}

/** Files of a commit: what each path is, and the ids of what can be read. */
interface Tree {
  readonly entries: ReadonlyMap<string, EntryKind>;
  readonly ids: ReadonlyMap<string, string>;
}

/** What to list. */
interface TreeListing {
  /** Files and folders, relative to the repository's root; "" is all. */
  readonly paths: readonly string[];
  /** Most entries. */
  readonly most: number;
}

/** Lists everything below some paths of a commit. Throws `UnusableInput` if that is too much. */
async function listTree(commit: Commit, { paths, most }: TreeListing, place: GitPlace): Promise<Tree> {
  const entries = new Map<string, EntryKind>();
  const ids = new Map<string, string>();
  const inner = paths.filter((path) => path !== "");
  const below = inner.length === paths.length ? inner : [];
  // A link or submodule on the way to a path is listed only if it is named itself.
  const parents = [...new Set(inner.flatMap(parentFolders))];
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

function parentFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Git itself never makes such names. */
function isSuspicious(part: string): boolean {
  return part === "" || part === "." || part === "..";
}
