import { resolve } from "node:path";
import { readIgnoreRules } from "../files/ignore.js";
import { folderAt, listFiles } from "../files/list.js";
import { startHashing } from "../hashing/hash-files.js";
import { basePath, defaultMaxFile } from "../option-values.js";
import type { BuildOptions, Built } from "./draft-manifest.js";

/**
 * Builds the manifest of a folder: the same bytes on every system. Whatever keeps a file from being an asset is a finding. Throws
 * `ManifestError` if the folder can't be read, or if an option doesn't fit the contract.
 */
export async function buildManifest(options: BuildOptions): Promise<Built> {
  const { folder, cwd = process.cwd(), signal, maxFile = defaultMaxFile } = options;
  const base = basePath(options.base);
  const root = await folderAt(resolve(cwd, folder), folder);
  const isIgnored = readIgnoreRules({
    folder: root,
    rules: options.ignore ?? [],
    files: options.without ?? [],
  });
  const listed = await listFiles(root, { isIgnored, signal });
  const paths = listed.filter(({ kind }) => kind === "file").map(({ path }) => path);
  const hashing = startHashing(root, paths, { ...options, maxFile });
  try {
    // Loaded only now, because the other threads need as much time to start.
    const [{ draftManifest }, format] = await Promise.all([
      import("./draft-manifest.js"),
      typeof options.format === "function" ? options.format() : options.format,
    ]);
    const draft = draftManifest({ ...options, format, base }, { listed, paths });
    if (draft.findings.length === 0) return draft.complete(await hashing.finish());
    // To hash a folder that can't be an artifact would only take time.
    await hashing.stop();
    return { text: undefined, manifest: undefined, files: 0, bytes: 0, findings: draft.findings };
  } catch (error) {
    await hashing.stop();
    throw error;
  }
}
