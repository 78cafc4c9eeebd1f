import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { basePath } from "../base-path.js";
import { readIgnoreRules } from "../files/ignore.js";
import { folderAt, listFiles } from "../files/list.js";

/** The folder of a manifest's files. */
export interface SizeOptions {
  readonly folder: string;
  readonly cwd?: string | undefined;
  /** Path below which the folder is served. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The sizes of a folder's files in bytes, by their paths on a server. Throws `ManifestError` if it can't be read. */
export async function assetSizes(options: SizeOptions): Promise<ReadonlyMap<string, number>> {
  const { folder, cwd = process.cwd(), signal } = options;
  const base = basePath(options.base);
  const root = await folderAt(resolve(cwd, folder), folder);
  const isIgnored = readIgnoreRules({ folder: root, rules: [], files: [] });
  const files = (await listFiles(root, { isIgnored, signal })).filter(({ kind }) => kind === "file");
  const sizes = await Promise.all(
    files.map(async ({ path }) => {
      const found = await lstat(join(root, path)).catch(() => undefined);
      return found?.isFile() ? ([[`${base}/${path}`, found.size]] as const) : [];
    }),
  );
  return new Map(sizes.flat());
}
