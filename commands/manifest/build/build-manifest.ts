import { resolve } from "node:path";
import type { Finding } from "../../report/findings/finding.js";
import { basePath } from "../base-path.js";
import type { ArtifactManifest } from "../document/manifest.js";
import { readIgnoreRules } from "../files/ignore.js";
import { folderAt, listFiles } from "../files/list.js";
import type { ManifestFormat } from "../format.js";
import { type HashOptions, startHashing } from "../hashing/hash-files.js";
import { defaultMaxFile } from "../limits.js";

/** What to build a manifest of. */
export interface BuildOptions extends Partial<HashOptions> {
  /** Folder of the built artifact. */
  readonly folder: string;
  /** Folder that `folder` is relative to. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** The kind of manifest, or a function that loads it, which is called once the threads that hash are started. */
  readonly format: ManifestFormat | (() => Promise<ManifestFormat>);
  /** Path of the entry file in the folder; `*` matches a part of its name. */
  readonly entry?: string | undefined;
  /** The same of the container. */
  readonly container?: string | undefined;
  readonly runtime?: string | undefined;
  readonly version?: string | undefined;
  /** Path below which the folder is served, such as `/app`. Default: the root. */
  readonly base?: string | undefined;
  /** Rules in the syntax of `.gitignore`, after those of the folder's `.manifestignore`. */
  readonly ignore?: readonly string[] | undefined;
  /** Relative paths of files that aren't part of the artifact, such as the manifest itself. */
  readonly without?: readonly string[] | undefined;
}

/** A built manifest, or why there is none. */
export interface Built {
  /** The bytes to write; `undefined` if a finding is an error. */
  readonly text: string | undefined;
  readonly manifest: ArtifactManifest | undefined;
  readonly findings: readonly Finding[];
  /** Files that were hashed, and their size in bytes. */
  readonly files: number;
  readonly bytes: number;
}

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
