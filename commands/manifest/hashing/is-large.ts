import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Total size of files, in bytes, that is hashed by several threads; less takes about as long as starting another one. */
export const largeInput = 48 * 1024 * 1024;

/** Files and folders that are looked at. Most of a large artifact is in a few files. */
const most = 500;

/** Whether a first look at a folder, which takes about a millisecond, finds so much that several threads should hash it. */
export function isLarge(folder: string): boolean {
  const folders = [folder];
  let [size, left] = [0, most];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of readEntries(at)) {
      if (left-- === 0) return false;
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) size += fileSize(path);
      if (size >= largeInput) return true;
    }
  }
  return false;
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The size of a regular file: 0 for anything else, and for what can't be read. */
export function fileSize(path: string): number {
  try {
    const found = lstatSync(path);
    if (found.isFile()) return found.size;
    return 0;
  } catch {
    return 0;
  }
}
