import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import { DocumentsError } from "../errors.js";
import type { Source } from "../unit.js";

/** The layout of a source; `undefined` if it must be detected from the content. */
export type Layout = "json" | "ndjson" | undefined;

/** A source of documents, with what is known before reading it. */
export interface InputSource extends Source {
  readonly layout: Layout;
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
    for (const source of await sourcesOf(input, cwd)) {
      const key = source.path ?? source.name;
      if (!found.has(key)) found.set(key, source);
    }
  }
  return [...found.values()];
}

async function sourcesOf(input: string, cwd: string): Promise<readonly InputSource[]> {
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
  return { name, path, layout: layoutOf(name), size: stats?.size ?? 0, regular: stats?.isFile() ?? true };
}

/** The layout that a file's name suggests; `undefined` if it suggests none. */
export function layoutOf(name: string): Layout {
  const match = extension.exec(name);
  return match === null ? undefined : match[1] === undefined ? "ndjson" : "json";
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
    return extension.test(entry.name) && isFile(entry, path) ? [`${prefix}${entry.name}`] : [];
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
