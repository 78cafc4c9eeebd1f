import { existsSync } from "node:fs";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { oipkit, root } from "./paths.mjs";

/* * Copies the platform's contracts and generates from them, which also fills the cache. The checkout itself isn't
 * changed: its output may be stale, and its cache belongs to the developer.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function preparePlatform(folder, signal) {
  // The cache is in the nearest `node_modules`.
  await mkdir(join(folder, "node_modules"), { recursive: true });
  for (const name of ["contracts", "oipkit.config.yaml"]) {
    if (existsSync(join(root, name))) await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await timeChild({ file: process.execPath, args: [oipkit, "generate"], cwd: folder, signal });
}

/**
 * The files in a folder and their size in bytes.
 * @param {string} folder
 */
export async function measureOutput(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
