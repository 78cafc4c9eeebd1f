import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nearestModules } from "./nearest-modules.js";

/**
 * Where what can be made again is kept: `node_modules/.cache/oipkit` of the package that a path is in, or a folder `below`. `undefined` if there is no
 * `node_modules`, or if a link leads out of it: old files are removed there, so they mustn't be someone else's.
 */
export async function cacheFolder(start: string, ...below: readonly string[]): Promise<string | undefined> {
  const modules = await nearestModules(start);
  if (modules === undefined) return undefined;
  let folder = modules;
  for (const name of [".cache", "oipkit", ...below]) {
    folder = join(folder, name);
    if (await isLink(folder)) return undefined;
  }
  return folder;
}

function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/** Removes all files and folders with names of this form, but the newest ones. */
export async function keepNewest(folder: string, form: RegExp, count: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => form.test(name));
  const aged = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const old = aged.sort((a, b) => b.time - a.time).slice(count);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
