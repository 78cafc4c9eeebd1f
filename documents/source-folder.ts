import { basename, dirname } from "node:path";
import type { SourceFolder } from "./inspect.js";

const nowhere: SourceFolder = { folder: undefined, declared: false };

/** Facts about a file's folder that help to identify its kind. */
export function sourceFolderOf(path: string | undefined): SourceFolder {
  if (path === undefined) return nowhere;
  const folder = dirname(path);
  return { folder: basename(folder), declared: /^(?:counter)?examples$/.test(basename(dirname(folder))) };
}
