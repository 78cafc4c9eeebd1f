import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { InputError } from "../../../../reader/documents/input.js";
import type { EntryKind } from "../../../../reader/documents/snapshot.js";
import { safeName } from "./safe-name.js";

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
export interface Walk {
  /** Called for each entry but folders. Returns what takes its bytes; `undefined` skips them. */
  visit(entry: TarballEntry): ((bytes: Buffer) => void) | undefined;
  /** Most bytes before and after unpacking, and most entries. */
  readonly limits: { readonly packed: number; readonly unpacked: number; readonly entries: number };
}

/**
 * Walks through a packed package without writing anything to the disk. Throws `InputError` if it is damaged, too large, or has
 * a name that leads out of it.
 */
export async function walkTarball({ path, shown }: Tarball, { visit, limits }: Walk): Promise<void> {
  const fail = (reason: string, cause?: unknown): never => {
    throw new InputError(shown, reason, cause);
  };
  const found = await stat(path).catch((cause) => fail("there is no such file", cause));
  if (!found.isFile()) fail("isn't a regular file");
  if (found.size > limits.packed) fail(`is larger than ${limits.packed} bytes`);
  const parser = parserOf({ visit, limits, fail });
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

function parserOf({ visit, limits, fail }: Walk & { fail(reason: string): never }): Parser {
  let count = 0;
  const kindOf = ({ type }: ReadEntry): EntryKind | "folder" => kinds[type] ?? "special";
  const enter = (entry: ReadEntry) => {
    if (++count > limits.entries) fail(`has more than ${limits.entries} entries`);
    const name = safeName(entry.path);
    if (name === undefined) return fail(`has an unsafe path, ${entry.path}; it isn't read`);
    const kind = kindOf(entry);
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
