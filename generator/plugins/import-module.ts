import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nearestModules } from "../cache/nearest-modules.js";
import type { ModuleFile } from "./module-files.js";

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
