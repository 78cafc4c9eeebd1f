import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { nearestModules } from "../cache/nearest-modules.js";

/**
 * The exports of a TypeScript or JavaScript module as it is on disk now. After a change it is loaded again, and so are
 * the TypeScript files that it imports. A JavaScript file that it imports is loaded once per process.
 */
export async function importModule(entry: string, files: readonly ModuleFile[]): Promise<unknown> {
  if (!/\.[cm]?ts$/.test(entry)) {
    const digest = createHash("sha256");
    for (const { path, text } of files) digest.update(path).update(text);
    return import(/* @vite-ignore */ `${pathToFileURL(entry).href}?${digest.digest("hex").slice(0, 16)}`);
  }
  const { createJiti } = await import("jiti");
  const modules = await nearestModules(entry);
  // Without a `node_modules`, jiti would cache compiled code in a folder that every user of the machine can write to.
  const fsCache = modules === undefined ? false : join(modules, ".cache", "jiti");
  const jiti = createJiti(pathToFileURL(entry).href, { fsCache, interopDefault: false });
  for (const { path } of files) delete jiti.cache[path];
  return jiti.import(entry);
}

/** A file by its absolute path, and its bytes as text. */
export interface ModuleFile {
  readonly path: string;
  readonly text: string;
}

/**
 * A module and the files that it depends on: whatever its text, and theirs, names by a relative path in quotes, whether
 * an import or a template to read. Computed paths aren't found. Sorted by path; throws if the
 * module itself can't be read.
 */
export async function moduleFiles(entry: string): Promise<readonly ModuleFile[]> {
  const module = readRegularFile(entry);
  if (module.kind !== "bytes") throw module.cause ?? new Error(module.problem);
  const found = new Map<string, string>([[entry, module.bytes.toString("utf8")]]);
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const [, named = ""] of (found.get(path) ?? "").matchAll(relativePath)) {
      const file = firstFile(resolve(dirname(path), named));
      if (file === undefined || found.has(file.path)) continue;
      found.set(file.path, file.text);
      if (sourceName.test(file.path)) open.push(file.path);
    }
  }
  return [...found].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

const relativePath = /["'`](\.{1,2}\/[^"'`\n]+)["'`]/g;
const sourceName = /\.[cm]?[jt]s$/;

/** TypeScript names a module by its compiled file, or without an extension. */
function firstFile(path: string): ModuleFile | undefined {
  const source = path.replace(/\.([cm]?)js$/, ".$1ts");
  for (const each of new Set([
    path,
    source,
    `${path}.ts`,
    `${path}.js`,
    `${path}/index.ts`,
    `${path}/index.js`,
  ])) {
    const file = readRegularFile(each);
    if (file.kind === "bytes") return { path: each, text: file.bytes.toString("utf8") };
  }
  return undefined;
}
