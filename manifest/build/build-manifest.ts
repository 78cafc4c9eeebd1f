import { resolve } from "node:path";
import type { Finding } from "../../documents/finding.js";
import { json } from "../../text/json.js";
import { basePath } from "../base-path.js";
import { type ArtifactManifest, type Asset, pathRoles, textRoles, toDocument } from "../document/manifest.js";
import { ManifestError } from "../errors.js";
import { fileFinding } from "../file-finding.js";
import { readIgnoreRules } from "../files/ignore.js";
import { folderAt, listFiles } from "../files/list.js";
import type { ManifestFormat } from "../format.js";
import { type HashOptions, hashFiles } from "../hashing/hash-files.js";
import { defaultMaxFile } from "../limits.js";
import { contractFindings } from "./contract-findings.js";
import { findAsset } from "./find-asset.js";
import { encodedPath, nameFindings } from "./name-findings.js";

/** What to build a manifest of. */
export interface BuildOptions extends Partial<HashOptions> {
  /** Folder of the built artifact. */
  readonly folder: string;
  /** Folder that `folder` is relative to. Default: the working folder. */
  readonly cwd?: string | undefined;
  readonly format: ManifestFormat;
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
  const { folder, format, cwd = process.cwd(), maxFile = defaultMaxFile } = options;
  refuseMisfits(options);
  const base = basePath(options.base);
  const root = await folderAt(resolve(cwd, folder), folder);
  const shown = (path: string): string => `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/${path}`;
  const isIgnored = readIgnoreRules({
    folder: root,
    rules: options.ignore ?? [],
    files: options.without ?? [],
  });
  const listed = await listFiles(root, { isIgnored, signal: options.signal });
  const paths = listed.filter(({ kind }) => kind === "file").map(({ path }) => path);
  const found = namedFiles(options, paths);
  const { runtime, version } = options;
  const named = {
    ...(runtime === undefined ? {} : { runtime }),
    ...(version === undefined ? {} : { version }),
  };
  const draftOf = (assets: readonly Asset[]): ArtifactManifest => ({
    ...named,
    ...found.paths(base),
    assets,
  });
  const documentOf = (assets: readonly Asset[]) => toDocument(draftOf(assets), format.properties);

  const files = paths.map(shown);
  const assetOf = (path: string, sha256: string): Asset => ({ path: `${base}/${path}`, sha256 });
  const undigested = paths.map((path) => assetOf(path, "0".repeat(64)));
  const draft = { document: documentOf(undigested), files, folder };
  const early = [
    ...nameFindings(listed, shown),
    ...found.findings,
    ...contractFindings(draft, format, found.told),
  ];
  // To hash a folder that can't be an artifact would only take time.
  if (early.length > 0) return { ...nothing, findings: early };

  const results = await hashFiles(root, paths, { ...options, maxFile });
  const findings = results.flatMap((result, at) => {
    const file = files[at] ?? "";
    return result.kind === "digest"
      ? encodedPath(`${base}/${paths[at]}`, file)
      : [fileFinding({ file, code: result.code, message: `the file ${result.problem}` })];
  });
  const digests = results.flatMap((result) => (result.kind === "digest" ? [result] : []));
  if (digests.length < results.length) return { ...nothing, findings };
  const assets = paths.map((path, at) => assetOf(path, digests[at]?.sha256 ?? ""));
  const bytes = digests.reduce((sum, { size }) => sum + size, 0);
  return {
    text: `${json(documentOf(assets), 2)}\n`,
    manifest: draftOf(assets),
    findings,
    files: paths.length,
    bytes,
  };
}

const nothing = { text: undefined, manifest: undefined, files: 0, bytes: 0 } as const;

/** Throws `ManifestError` if an option sets what the contract's manifests don't have. */
function refuseMisfits(options: BuildOptions): void {
  const { name, properties } = options.format;
  const misfit = textRoles.find((role) => options[role] !== undefined && properties[role] === undefined);
  if (misfit === undefined) return;
  throw new ManifestError("options-conflict", `\`${name}\` has no ${misfit}; leave the option out`);
}

/** The files that are named as the entry and the container, and the properties that have findings. */
function namedFiles(options: BuildOptions, paths: readonly string[]) {
  const found = pathRoles.flatMap((role) => {
    const wanted = options[role];
    return wanted === undefined ? [] : [{ role, ...findAsset({ role, wanted }, paths, options.folder) }];
  });
  return {
    paths: (base: string) =>
      Object.fromEntries(
        found.flatMap(({ role, path }) => (path === undefined ? [] : [[role, `${base}/${path}`]])),
      ),
    findings: found.flatMap(({ findings }) => findings),
    told: found.flatMap(({ role, path }) => (path === undefined ? [options.format.properties[role]] : [])),
  };
}
