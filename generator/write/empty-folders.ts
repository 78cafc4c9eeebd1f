import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Removes the folders that contained the files at the paths, if they are empty now. */
export async function removeEmptyFolders(out: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const path of paths) for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(at);
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(join(out, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
    });
  }
}
