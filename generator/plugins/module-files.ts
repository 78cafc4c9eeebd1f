import { dirname, resolve } from "node:path";
import { readRegularFile } from "../../reader/documents/regular-file.js";

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
