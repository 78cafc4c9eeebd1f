import { createHash, type Hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { InputFile } from "../../reader/documents/input.js";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { packageRoot } from "../../reader/package-root.js";
import { type Digest, sha256 } from "../write/compare.js";
import { cacheFolder, keepNewest } from "./cache-folder.js";

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
  /** Maximum size of a referenced file, in bytes; 16 MiB if absent. */
  readonly maxFile?: number | undefined;
}

/** Caches the outcome of runs by everything that they depend on, including the generator's own code. */
export interface RunCache {
  get(): Promise<CachedRun | undefined>;
  /** Does nothing if the folder can't be written: the cache is optional. */
  set(run: CachedRun): Promise<void>;
}

const kept = 20;

/** A cache in `node_modules/.cache/oipkit` of the nearest package; `undefined` if there is no `node_modules`, or a link leads out of it. */
export async function openCache(cwd: string, key: CacheKey): Promise<RunCache | undefined> {
  const folder = await cacheFolder(cwd);
  if (folder === undefined) return undefined;
  const path = join(folder, `${await digestOfKey(key)}.json`);
  return {
    get: async () => {
      const text = await readFile(path, "utf8").catch(() => undefined);
      const run = text === undefined ? undefined : parseRun(text);
      if (run && areUnchanged(run.referenced, key.maxFile)) return run;
      return undefined;
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
  await rm(partial, { force: true });
  await writeFile(partial, JSON.stringify(run), { flag: "wx" });
  await rename(partial, path);
  await keepNewest(folder, /^[0-9a-f]{64}\.json(?:\.[0-9]+)?$/, kept);
}

function parseRun(text: string): CachedRun | undefined {
  try {
    const run = JSON.parse(text) as CachedRun | null;
    const lists = [run?.files, run?.warnings, run?.referenced, run?.empty];
    if (lists.every(Array.isArray)) return run ?? undefined;
    return undefined;
  } catch {
    return undefined;
  }
}

function areUnchanged(files: readonly Digest[], maxFile: number | undefined): boolean {
  for (const file of files) {
    const found = readRegularFile(file.path, maxFile);
    if (found.kind !== "bytes" || sha256(found.bytes) !== file.sha256) return false;
  }
  return true;
}

/** Libraries whose version affects the output, but for those in `dist/vendor`. */
const libraries = [
  "ajv",
  "handlebars",
  "marked",
  "json-p3",
  "jsonc-parser",
  "openapi-typescript",
  "typescript",
  "yaml",
];

let known: Promise<string> | undefined;

/** A hash of the generator itself: its code, templates, vocabulary and libraries. A process computes it once, since it also loads them once. */
function toolFingerprint(): Promise<string> {
  known ??= computeFingerprint();
  return known;
}

async function computeFingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const generator = fileURLToPath(new URL("..", import.meta.url));
  const folders = [
    generator,
    join(generator, "..", "reader"),
    // `conform` has the format of a suite, and the runtime signs its fixtures.
    join(generator, "..", "commands/conform"),
    dirname(dirname(createRequire(import.meta.url).resolve("@oipkit/runtime/webhook"))),
    join(packageRoot, "templates"),
    join(packageRoot, "reader/vocabulary"),
  ];
  for (const folder of folders) await hashFolder(hash, folder);
  for (const name of libraries) hash.update(`${name} ${await libraryVersion(name)}\n`);
  const bundled = join(packageRoot, "dist/vendor/bundled-from.txt");
  hash.update(await readFile(bundled, "utf8").catch(() => "unknown"));
  return hash.digest("hex");
}

async function hashFolder(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:js|ts|hbs|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((path) => !path.endsWith(".d.ts")).sort())
    hash.update(path.slice(folder.length)).update(await readFile(path));
}

async function libraryVersion(name: string): Promise<string> {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    const text = await readFile(join(folder, name, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version: string }).version;
  }
  return "unknown";
}
