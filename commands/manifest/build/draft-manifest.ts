import { json } from "../../../reader/text/json.js";
import type { Finding } from "../../report/findings/finding.js";
import { type ArtifactManifest, type Asset, pathRoles, textRoles, toDocument } from "../document/manifest.js";
import { ManifestError } from "../errors.js";
import { fileFinding } from "../file-finding.js";
import type { ListedFile } from "../files/list.js";
import type { ManifestFormat } from "../format.js";
import type { HashResult } from "../hashing/hash-file.js";
import type { BuildOptions, Built } from "./build-options.js";
import { contractFindings } from "./contract-findings.js";
import { findAsset } from "./find-asset.js";
import { encodedPath, nameFindings } from "./name-findings.js";

/** A manifest that lacks only the digests. */
export interface DraftManifest {
  /** What is wrong with it, whatever is in the files. */
  readonly findings: readonly Finding[];
  /** The manifest with the digests, which are in the order of the paths. */
  complete(results: readonly HashResult[]): Built;
}

/** What a draft is made of; `base` has no slash at its end. */
export type DraftOptions = BuildOptions & { readonly format: ManifestFormat; readonly base: string };

/** What is in the folder, and the paths of the files among it. */
export interface FolderContent {
  readonly listed: readonly ListedFile[];
  readonly paths: readonly string[];
}

/** Drafts the manifest of a folder. Throws `ManifestError` if an option doesn't fit the contract. */
export function draftManifest(options: DraftOptions, { listed, paths }: FolderContent): DraftManifest {
  refuseMisfits(options);
  const { folder, format, runtime, version, base } = options;
  const shown = (path: string): string => `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/${path}`;
  const named = namedFiles(options, paths);
  const manifestOf = (assets: readonly Asset[]): ArtifactManifest => ({
    ...(runtime === undefined ? {} : { runtime }),
    ...(version === undefined ? {} : { version }),
    ...named.paths,
    assets,
  });
  const files = paths.map(shown);
  const assetOf = (path: string, sha256: string): Asset => ({ path: `${base}/${path}`, sha256 });
  const undigested = manifestOf(paths.map((path) => assetOf(path, "0".repeat(64))));
  const document = toDocument(undigested, format.properties);
  return {
    findings: [
      ...nameFindings(listed, shown),
      ...named.findings,
      ...contractFindings({ document, files, folder }, format, named.told),
    ],
    complete(results) {
      const findings = results.flatMap((result, at) => {
        const file = files[at] ?? "";
        return result.kind === "digest"
          ? encodedPath(`${base}/${paths[at]}`, file)
          : [fileFinding({ file, code: result.code, message: `the file ${result.problem}` })];
      });
      const digests = results.flatMap((result) => (result.kind === "digest" ? [result] : []));
      if (digests.length < results.length)
        return { text: undefined, manifest: undefined, files: 0, bytes: 0, findings };
      const manifest = manifestOf(paths.map((path, at) => assetOf(path, digests[at]?.sha256 ?? "")));
      return {
        text: `${json(toDocument(manifest, format.properties), 2)}\n`,
        manifest,
        findings,
        files: paths.length,
        bytes: digests.reduce((sum, { size }) => sum + size, 0),
      };
    },
  };
}

/** Throws `ManifestError` if an option sets what the contract's manifests don't have. */
function refuseMisfits(options: DraftOptions): void {
  const { name, properties } = options.format;
  const misfit = textRoles.find((role) => options[role] !== undefined && properties[role] === undefined);
  if (misfit === undefined) return;
  throw new ManifestError("options-conflict", `\`${name}\` has no ${misfit}; leave the option out`);
}

/** The files that are named as the entry and the container, and the properties that have findings. */
function namedFiles(options: DraftOptions, paths: readonly string[]) {
  const { base, folder, format } = options;
  const found = pathRoles.flatMap((role) => {
    const wanted = options[role];
    return wanted === undefined ? [] : [{ role, ...findAsset({ role, wanted }, paths, folder) }];
  });
  return {
    paths: Object.fromEntries(
      found.flatMap(({ role, path }) => (path === undefined ? [] : [[role, `${base}/${path}`]])),
    ),
    findings: found.flatMap(({ findings }) => findings),
    told: found.flatMap(({ role, path }) => (path === undefined ? [format.properties[role]] : [])),
  };
}
