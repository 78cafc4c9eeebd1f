import { lstat, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { GeneratedFile } from "../../../../generator/emit/file.js";
import { manifestFile } from "../../../../generator/write/compare.js";
import { writeFiles } from "../../../../generator/write/write.js";
import { temporaryFolder } from "../emit/contract-folder.js";

/** Files as the generator returns them, including the manifest. */
export function output(texts: Readonly<Record<string, string>>): GeneratedFile[] {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return [...files, manifestFile(files)];
}

/** A folder written by an earlier run. */
export async function writtenFolder(texts: Readonly<Record<string, string>>): Promise<string> {
  const out = join(await temporaryFolder(), "generated");
  await writeFiles(out, output(texts));
  return out;
}

/** Everything below a folder: the text of files, the target of links, `null` for folders. */
export async function snapshot(folder: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    let content: string | null = null;
    if (entry.isSymbolicLink()) content = `-> ${await readlink(path)}`;
    else if (!entry.isDirectory()) content = await readFile(path, "utf8");
    found[relative(folder, path)] = content;
  }
  return found;
}

export async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

export async function changeTime(path: string): Promise<number> {
  return (await lstat(path)).mtimeMs;
}
