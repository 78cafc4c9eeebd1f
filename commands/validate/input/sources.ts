import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import { DocumentsError } from "../errors.js";
import type { DocumentSource } from "../unit.js";

/** The layout of a source; `undefined` if it must be detected from the content. */
export type InputLayout = "json" | "ndjson" | undefined;

/** A source of documents, with what is known before reading it. */
export interface InputSource extends DocumentSource {
  readonly layout: InputLayout;
  /** In bytes; 0 if unknown. */
  readonly size: number;
  /** Whether it supports random access; standard input and pipes don't. */
  readonly regular: boolean;
}

const extension = /\.(?:(json)|ndjson|jsonl)(?:\.gz)?$/i;

/**
 * Resolves files, folders, globs and `-` to sources, each once, in the given order and, within a folder or glob, by
 * name. Throws `DocumentsError` for an input that doesn't exist or matches nothing.
 */
export async function findSources(inputs: readonly string[], cwd: string): Promise<readonly InputSource[]> {
  const found = new Map<string, InputSource>();
  for (const input of inputs) {
    for (const source of await inputSources(input, cwd)) {
      const key = source.path ?? source.name;
      if (!found.has(key)) found.set(key, source);
    }
  }
  return [...found.values()];
}

async function inputSources(input: string, cwd: string): Promise<readonly InputSource[]> {
  if (input === "-") {
    return [{ name: "<stdin>", path: undefined, layout: undefined, size: 0, regular: false }];
  }
  const path = resolve(cwd, input);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const files = filesBelow(path, "");
    if (files.length === 0)
      throw new DocumentsError("input-missing", `${input} contains no .json, .ndjson or .jsonl file`);
    return files.map((file) => sourceAt(posix.join(shown(input), file), resolve(path, file), undefined));
  }
  if (stats) return [sourceAt(shown(input), path, stats)];
  if (!/[*?[{(]/.test(input)) throw new DocumentsError("input-missing", `${input}: no such file or folder`);
  const matches = await filesMatching(input, cwd);
  if (matches.length === 0) throw new DocumentsError("input-missing", `${input} matches no file`);
  return matches.map((match) =>
    sourceAt(isAbsolute(input) ? shown(match) : shown(relative(cwd, match)), match, undefined),
  );
}

function sourceAt(name: string, path: string, known: Stats | undefined): InputSource {
  const stats = known ?? statSync(path, { throwIfNoEntry: false });
  return { name, path, layout: layoutByName(name), size: stats?.size ?? 0, regular: stats?.isFile() ?? true };
}

/** The layout that a file's name suggests; `undefined` if it suggests none. */
function layoutByName(name: string): InputLayout {
  const match = extension.exec(name);
  if (match === null) return undefined;
  if (match[1] === undefined) return "ndjson";
  return "json";
}

function shown(path: string): string {
  return posix.normalize(sep === "/" ? path : path.replaceAll(sep, "/"));
}

/** Paths below a folder with `/`, sorted; skips hidden files, `node_modules` and symbolic links to folders. */
function filesBelow(folder: string, prefix: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = resolve(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, `${prefix}${entry.name}/`);
    if (extension.test(entry.name) && isFile(entry, path)) return [`${prefix}${entry.name}`];
    return [];
  });
}

function isFile(entry: Dirent, path: string): boolean {
  if (entry.isFile()) return true;
  return entry.isSymbolicLink() && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

async function filesMatching(pattern: string, cwd: string): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  const ignore = ["**/node_modules/**"];
  const found = await glob(pattern, { cwd, absolute: true, expandDirectories: false, ignore });
  return found.map((path) => resolve(path)).sort((a, b) => (a < b ? -1 : 1));
}

/** Units start at this size, so that the first findings appear soon. */
const smallest = 32 * 1024;

/** Above `many` findings in a unit, units shrink; below `few`, they grow. */
const many = 2000;
const few = 500;

/**
 * The size of the next unit, in bytes. The findings of a unit stay in memory until its turn, so units are small if there
 * are many findings; if there are few, large units reduce the messages between threads.
 */
export class UnitSize {
  #bytes: number;

  constructor(readonly most: number) {
    this.#bytes = Math.min(smallest, most);
  }

  get unitBytes(): number {
    return this.#bytes;
  }

  /** Records the number of findings in a unit. */
  note(findings: number): void {
    if (findings > many) this.#bytes = Math.max(Math.min(4096, this.most), this.#bytes >> 1);
    else if (findings < few) this.#bytes = Math.min(this.most, this.#bytes * 2);
  }
}

/** How many bytes of a source suffice to detect its layout. */
export const sampleBytes = 64 * 1024;

/** Number of lines that are examined. */
const sampled = 20;

/** Detects JSON or NDJSON from the first bytes of a source; `whole`: the sample is the whole source. */
export function layoutByContent(sample: Uint8Array, whole: boolean): NonNullable<InputLayout> {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  if (whole && parses(text)) return "json";
  const lines = text.split("\n");
  // The last line may be cut off.
  if (!whole && lines.length > 1) lines.pop();
  const filled = lines.filter((line) => line.trim() !== "").slice(0, sampled);
  if (filled.length === 0) return "json";
  // A single long line is the same document in both layouts, and NDJSON doesn't hold it in memory twice.
  if (!whole && lines.length === 1) return "ndjson";
  if (filled.filter(parses).length * 2 > filled.length || (filled.length > 1 && parses(filled[0] ?? "")))
    return "ndjson";
  return "json";
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
