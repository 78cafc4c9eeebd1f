import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readIgnoreRules } from "./files/ignore.js";
import { compareCodePoints, folderAt, listFiles } from "./files/list.js";
import type { ArtifactManifest } from "./manifest.js";
import { basePath } from "./option-values.js";

/** An asset that differs between two manifests. */
export interface AssetChange {
  readonly kind: "added" | "removed" | "changed";
  readonly path: string;
  /** Size of the new file in bytes, if it is known. */
  readonly size?: number;
}

/** A property whose text differs. */
export interface TextChange {
  readonly name: string;
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** How a manifest differs from an older one. */
export interface ManifestComparison {
  /** Entry, container, runtime and version, if they differ. */
  readonly texts: readonly TextChange[];
  /** Sorted by path. */
  readonly changes: readonly AssetChange[];
  /** Number of assets that are the same. */
  readonly same: number;
  /** Bytes that a client with the old artifact must download again; `undefined` if a size isn't known. */
  readonly bytes: number | undefined;
  /** The files differ, but the version is the same. */
  readonly versionReused: boolean;
}

/** Compares two manifests; `sizes` has the size of each new file by its path, as far as they are known. */
export function compareManifests(
  old: ArtifactManifest,
  current: ArtifactManifest,
  sizes: ReadonlyMap<string, number> = new Map(),
): ManifestComparison {
  const before = digests(old);
  const after = digests(current);
  const changes: AssetChange[] = [];
  for (const [path, sha256] of after) {
    const known = before.get(path);
    if (known === sha256) continue;
    const size = sizes.get(path);
    changes.push({
      kind: known === undefined ? "added" : "changed",
      path,
      ...(size !== undefined && { size }),
    });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ kind: "removed", path });
  const loaded = changes.filter(({ kind }) => kind !== "removed");
  const isKnown = loaded.every(({ size }) => size !== undefined);
  return {
    texts: (["version", "runtime", "entry", "container"] as const)
      .filter((name) => old[name] !== current[name])
      .map((name) => ({ name, old: old[name], new: current[name] })),
    changes: changes.sort((a, b) => compareCodePoints(a.path, b.path)),
    same: [...after].filter(([path, sha256]) => before.get(path) === sha256).length,
    bytes: isKnown ? loaded.reduce((sum, { size = 0 }) => sum + size, 0) : undefined,
    versionReused: changes.length > 0 && old.version !== undefined && old.version === current.version,
  };
}

function digests({ assets }: ArtifactManifest): ReadonlyMap<string, string> {
  return new Map(assets.map(({ path, sha256 }) => [path, sha256]));
}

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
      if (found?.isFile()) return [[`${base}/${path}`, found.size]] as const;
      return [];
    }),
  );
  return new Map(sizes.flat());
}
