import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../read/diagnostic.js";
import type { InputFile } from "../read/input.js";
import { type Digest, sha256 } from "../write/compare.js";
import { toolFingerprint } from "./fingerprint.js";
import { nearestModules } from "./nearest-modules.js";

/** The outcome of a run: enough to compare a folder with it, not to write one. */
export interface CachedRun {
  readonly files: readonly Digest[];
  readonly warnings: readonly Diagnostic[];
  /** Files outside the inputs that references point to; they must be unchanged. */
  readonly referenced: readonly Digest[];
  /** Outputs that were requested by name and have no files. */
  readonly empty: readonly { readonly name: string; readonly from: string }[];
}

/** Everything that the outcome of a run depends on. */
export interface CacheKey {
  readonly inputs: readonly InputFile[];
  readonly templates: ReadonlyMap<string, string>;
  readonly options: object;
}

/** Caches the outcome of runs by everything that they depend on, including the generator's own code. */
export interface RunCache {
  get(): Promise<CachedRun | undefined>;
  /** Does nothing if the folder can't be written: the cache is optional. */
  set(run: CachedRun): Promise<void>;
}

const kept = 20;

/** A cache in `node_modules/.cache/oipkit` of the nearest package; `undefined` if there is no `node_modules`. */
export async function openCache(cwd: string, key: CacheKey): Promise<RunCache | undefined> {
  const modules = await nearestModules(cwd);
  if (modules === undefined) return undefined;
  const folder = join(modules, ".cache", "oipkit");
  const path = join(folder, `${await digestOfKey(key)}.json`);
  return {
    get: async () => {
      const text = await readFile(path, "utf8").catch(() => undefined);
      const run = text === undefined ? undefined : parseRun(text);
      return run && (await areUnchanged(run.referenced)) ? run : undefined;
    },
    set: (run) => keep(folder, path, run).catch(() => {}),
  };
}

async function digestOfKey({ inputs, templates, options }: CacheKey): Promise<string> {
  const files = inputs.map(({ file, role, name, text }) => [file, role, name, sha256(text)]);
  const texts = [...templates].map(([name, text]) => [name, sha256(text)]);
  return sha256(JSON.stringify([await toolFingerprint(), options, files, texts]));
}

async function keep(folder: string, path: string, run: CachedRun): Promise<void> {
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, JSON.stringify(run));
  await rename(partial, path);
  await prune(folder);
}

function parseRun(text: string): CachedRun | undefined {
  try {
    const run = JSON.parse(text) as CachedRun | null;
    const lists = [run?.files, run?.warnings, run?.referenced, run?.empty];
    return lists.every(Array.isArray) ? (run ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

async function areUnchanged(files: readonly Digest[]): Promise<boolean> {
  for (const file of files) {
    const bytes = await readFile(file.path).catch(() => undefined);
    if (bytes === undefined || sha256(bytes) !== file.sha256) return false;
  }
  return true;
}

async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const old = aged.sort((a, b) => b.time - a.time).slice(kept);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
