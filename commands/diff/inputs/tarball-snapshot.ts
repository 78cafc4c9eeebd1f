import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { InputError, isContractsFile } from "../../../reader/documents/input.js";
import { type FileBytes, tooLarge } from "../../../reader/documents/regular-file.js";
import type { EntryKind, Snapshot } from "../../../reader/documents/snapshot.js";
import { type SnapshotLimits, UnusableInput } from "./unusable-input.js";

/** How large the package may be. */
export interface TarballSnapshotOptions extends SnapshotLimits {
  /** Bytes of one file. */
  readonly maxFile: number;
}

/**
 * The files of a packed package, below the one folder that `npm pack` puts them in (`package`). Its contents are read from
 * the archive when they are needed. Throws `InputError` if it can't be read, and `UnusableInput` if its files are too large.
 */
export async function tarballSnapshot(
  tarball: Tarball,
  { maxFile, ...limits }: TarballSnapshotOptions,
): Promise<Snapshot> {
  const stored: TarballEntry[] = [];
  await walkTarball(tarball, {
    limits,
    visit: (entry) => {
      stored.push(entry);
      return undefined;
    },
  });
  const folder = sharedFolder(stored);
  const nameInFolder = (name: string) => name.slice(folder.length);
  // Of several entries with the same name, the last one counts, as for `tar`.
  const entries = new Map<string, EntryKind>(stored.map(({ name, kind }) => [nameInFolder(name), kind]));
  const known = new Map<string, FileBytes>();
  let total = 0;
  const load = async (wanted: (name: string) => boolean) => {
    await walkTarball(tarball, {
      limits,
      visit: (entry) => {
        const name = nameInFolder(entry.name);
        if (entry.kind !== "file" || !wanted(name)) return undefined;
        if (entry.size > maxFile) {
          known.set(name, tooLarge(maxFile));
          return undefined;
        }
        total += entry.size;
        if (total > limits.total || known.size >= limits.files)
          throw new UnusableInput(`${tarball.shown}: the files to read are too many or too large`);
        const file = Buffer.alloc(entry.size);
        let filled = 0;
        known.set(name, { kind: "bytes", bytes: file });
        return (bytes) => {
          filled += bytes.copy(file, filled);
        };
      },
    });
  };
  let reads = 0;
  return {
    root: tarball.path,
    entries,
    shown: (name) => (name === "" ? tarball.shown : `${tarball.shown}:${name}`),
    read: async (names) => {
      const missing = new Set(names.filter((name) => entries.get(name) === "file" && !known.has(name)));
      if (missing.size > 0) {
        // Each walk unpacks everything, so what later references may need is read with the second one.
        const all = reads++ > 0 && isSmall(stored, limits.total - total);
        await load((name) => missing.has(name) || (all && isContractsFile(name) && !known.has(name)));
      }
      return new Map(
        names.flatMap((name): [string, FileBytes][] => {
          const bytes = known.get(name);
          if (bytes === undefined) return [];
          return [[name, bytes]];
        }),
      );
    },
  };
}

function isSmall(stored: readonly TarballEntry[], total: number): boolean {
  return stored.length < 5_000 && stored.reduce((sum, { size }) => sum + size, 0) <= total;
}

/** The folder that everything is in, with a slash; "" if there are several. */
function sharedFolder(stored: readonly TarballEntry[]): string {
  const [first] = stored;
  const folder = first === undefined ? "" : first.name.slice(0, first.name.indexOf("/") + 1);
  if (stored.every(({ name }) => name.startsWith(folder))) return folder;
  return "";
}

/** A file to walk through. */
export interface Tarball {
  /** Absolute path. */
  readonly path: string;
  /** As the user named it. */
  readonly shown: string;
}

/** One file or link of a packed package, as it is stored. */
export interface TarballEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** In bytes. */
  readonly size: number;
}

/** What a walk does with the entries. */
export interface TarballWalk {
  /** Called for each entry but folders. Returns what takes its bytes; `undefined` skips them. */
  visit(entry: TarballEntry): ((bytes: Buffer) => void) | undefined;
  /** Most bytes before and after unpacking, and most entries. */
  readonly limits: { readonly packed: number; readonly unpacked: number; readonly entries: number };
}

/**
 * Walks through a packed package without writing anything to the disk. Throws `InputError` if it is damaged, too large, or has
 * a name that leads out of it.
 */
export async function walkTarball({ path, shown }: Tarball, { visit, limits }: TarballWalk): Promise<void> {
  const fail = (reason: string, cause?: unknown): never => {
    throw new InputError(shown, reason, cause);
  };
  const found = await stat(path).catch((cause) => fail("there is no such file", cause));
  if (!found.isFile()) fail("isn't a regular file");
  if (found.size > limits.packed) fail(`is larger than ${limits.packed} bytes`);
  const parser = createParser({ visit, limits, fail });
  const packed = createReadStream(path);
  const unpacked = packed.pipe(createGunzip());
  packed.on("error", (error) => unpacked.destroy(error));
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      // The parser would unpack a second layer, past the limits.
      if (size === 0 && chunk[0] === 0x1f) fail("isn't a packed package");
      size += chunk.length;
      if (size > limits.unpacked) fail(`is larger than ${limits.unpacked} bytes after unpacking`);
      parser.write(chunk);
    }
    parser.end();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    fail(`is damaged, or isn't a packed package (${reason}); pack it again with \`npm pack\``, error);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

function createParser({ visit, limits, fail }: TarballWalk & { fail(reason: string): never }): Parser {
  let count = 0;
  const entryKind = ({ type }: ReadEntry): EntryKind | "folder" => kinds[type] ?? "special";
  const enter = (entry: ReadEntry) => {
    if (++count > limits.entries) fail(`has more than ${limits.entries} entries`);
    const name = safeName(entry.path);
    if (name === undefined) return fail(`has an unsafe path, ${entry.path}; it isn't read`);
    const kind = entryKind(entry);
    if (kind === "folder") return undefined;
    return visit({ name, kind, size: entry.size });
  };
  const parser = new Parser({
    strict: true,
    gzip: false,
    brotli: false,
    zstd: false,
    onReadEntry: (entry) => {
      const take = enter(entry);
      if (take === undefined) entry.resume();
      else entry.on("data", take);
    },
  });
  parser.on("ignoredEntry", (entry: ReadEntry) => {
    if (entry.meta) fail("has an extended header of more than 1 MiB");
    enter(entry);
  });
  parser.on("error", (error: unknown) => {
    throw error;
  });
  return parser;
}

const kinds: Readonly<Record<string, EntryKind | "folder">> = {
  File: "file",
  OldFile: "file",
  ContiguousFile: "file",
  Directory: "folder",
  GNUDumpDir: "folder",
  Link: "link",
  SymbolicLink: "link",
};

/** A path of an archive without `.` parts, forward slashes; `undefined` if it is absolute or may lead out. */
export function safeName(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends paths on some systems.
  if (path.startsWith("/") || /^[A-Za-z]:|[\\\u0000]/.test(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return undefined;
  return parts.join("/");
}
