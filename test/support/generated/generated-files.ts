import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { isKept } from "../../../generator/write/kept-files.js";
import { root } from "../generator/emit/contract-folder.js";

/** The committed files, by path. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const folder = join(root, "generated");
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isKept(relative(folder, path)))
    .sort();
  return new Map(
    await Promise.all(
      paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const),
    ),
  );
}
