import { fromPointer } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import { json } from "../../../reader/text/json.js";
import type { Finding } from "../../report/reporter.js";
import type { Violation } from "../../validate/catalog.js";
import { ManifestError } from "../errors.js";
import { matchesPath, parseGlob } from "../files/ignore.js";
import type { ListedFile } from "../files/list.js";
import type { ManifestFormat } from "../format.js";
import type { HashResult } from "../hashing/hash-file.js";
import type { HashOptions } from "../hashing/hash-files.js";
import { type ArtifactManifest, type Asset, pathRoles, textRoles, toDocument } from "../manifest.js";
import { encodedPath, fileFinding, nameFindings } from "./findings.js";

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
  const shown = (path: string): string =>
    `${folder.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "")}/${path}`;
  const named = namedFiles(options, paths);
  const makeManifest = (assets: readonly Asset[]): ArtifactManifest => ({
    ...(runtime !== undefined && { runtime }),
    ...(version !== undefined && { version }),
    ...named.paths,
    assets,
  });
  const files = paths.map(shown);
  const makeAsset = (path: string, sha256: string): Asset => ({ path: `${base}/${path}`, sha256 });
  const undigested = makeManifest(paths.map((path) => makeAsset(path, "0".repeat(64))));
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
        if (result.kind === "digest") return encodedPath(`${base}/${paths[at]}`, file);
        return [fileFinding({ file, code: result.code, message: `the file ${result.problem}` })];
      });
      const digests = results.flatMap((result) => (result.kind === "digest" ? [result] : []));
      if (digests.length < results.length)
        return { text: undefined, manifest: undefined, files: 0, bytes: 0, findings };
      const manifest = makeManifest(paths.map((path, at) => makeAsset(path, digests[at]?.sha256 ?? "")));
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
    if (wanted === undefined) return [];
    return [{ role, ...findAsset({ role, wanted }, paths, folder) }];
  });
  return {
    paths: Object.fromEntries(
      found.flatMap(({ role, path }) => (path === undefined ? [] : [[role, `${base}/${path}`]])),
    ),
    findings: found.flatMap(({ findings }) => findings),
    told: found.flatMap(({ role, path }) => (path === undefined ? [format.properties[role]] : [])),
  };
}

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

/** A manifest that is about to be written, with the file of each asset. */
export interface ManifestDraft {
  readonly document: Readonly<Record<string, unknown>>;
  /** How the user would write each asset's file, in the order of the assets. */
  readonly files: readonly string[];
  /** The folder, for what isn't about one file. */
  readonly folder: string;
}

/** Options that the command line calls otherwise. */
const options: Partial<Record<(typeof textRoles)[number], string>> = {
  version: "artifact-version` or `from-package",
};

/**
 * What the contract's validator says of a manifest, as findings about files and options; nothing about the properties in `told`,
 * which have findings already.
 */
export function contractFindings(
  draft: ManifestDraft,
  format: ManifestFormat,
  told: readonly (string | undefined)[],
): Finding[] {
  const violations = format.validator.check(draft.document, { all: true, strict: false });
  return violations
    .filter((violation) => !told.includes(violatedProperty(violation)))
    .map((violation) => {
      const { code, message, clause, schemaPointer } = violation;
      return fileFinding({ code, message, clause, schemaPointer, ...about(violation, draft, format) });
    });
}

/** The property of the document that a violation is about, or in. */
function violatedProperty({ pointer, property }: Violation): string | undefined {
  return fromPointer(pointer)[0] ?? property;
}

function about(violation: Violation, draft: ManifestDraft, format: ManifestFormat) {
  const { properties } = format;
  const name = violatedProperty(violation);
  const index = fromPointer(violation.pointer)[1];
  const { files, folder } = draft;
  const file = name === properties.assets && index !== undefined ? files[Number(index)] : undefined;
  if (file !== undefined) {
    const characters = forbiddenIn(Number(index), draft, format);
    const why = characters === "" ? "" : `The contract doesn't allow ${characters} in a path. `;
    return { file, hint: `${why}Rename the file, or leave it out with a line in .manifestignore.` };
  }
  if (name === properties.assets)
    return {
      file: folder,
      hint: `The folder has ${files.length} ${files.length === 1 ? "file" : "files"} that aren't ignored. Leave out what isn't part of the artifact, such as source maps, with .manifestignore.`,
    };
  const role = textRoles.find((each) => properties[each] === name);
  return {
    file: folder,
    ...(role !== undefined && { hint: `Set it with the option \`${options[role] ?? role}\`.` }),
  };
}

/** The characters of an asset's path that the contract's validator accepts nowhere in a path, such as `" " (U+0020)`. */
function forbiddenIn(
  index: number,
  { document }: ManifestDraft,
  { properties, validator }: ManifestFormat,
): string {
  const { assets, path } = properties;
  const asset = (document[assets] as readonly Readonly<Record<string, unknown>>[])[index];
  const isAllowed = (character: string): boolean => {
    const probe = { ...document, [assets]: [{ ...asset, [path]: `/a${character}a` }] };
    const found = validator.check(probe, { all: true, strict: false });
    return !found.some(({ pointer }) => pointer === `/${assets}/0/${path}`);
  };
  return [...new Set(String(asset?.[path]))]
    .filter((character) => !/[\w/.-]/.test(character) && !isAllowed(character))
    .map((character) => {
      const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return `\`${character}\` (U+${number})`;
    })
    .join(", ");
}

/** A file that an option names. */
export interface NamedAsset {
  /** What it is, such as `entry`. */
  readonly role: string;
  /** A path in the folder, with or without a slash in front; `*` matches a part of a name, such as a hash. */
  readonly wanted: string;
}

/** The one file that an option names, or why there isn't exactly one. `folder` is shown in the finding. */
export function findAsset(
  { role, wanted }: NamedAsset,
  paths: readonly string[],
  folder: string,
): { readonly path: string | undefined; readonly findings: readonly Finding[] } {
  const path = wanted.replace(/^\//, "");
  if (paths.includes(path)) return { path, findings: [] };
  const matching = path.includes("*") ? paths.filter((each) => matchesPath(parseGlob(path), each)) : [];
  if (matching.length === 1) return { path: matching[0], findings: [] };
  const some = `${matching.slice(0, 3).join(", ")}${matching.length > 3 ? ", …" : ""}`;
  let message = `${matching.length} files match \`${path}\`, the ${role}: ${some}`;
  let hint = "Write a pattern that matches one file.";
  if (matching.length === 0) {
    const near = nearestNames(path, paths.slice(0, 1000));
    message = `no file in the folder is \`${path}\`, the ${role}`;
    hint = `Set the ${role} to the path of a file in the folder.`;
    if (near.length > 0) hint = `Did you mean ${near.map((name) => `\`${name}\``).join(" or ")}?`;
  }
  return {
    path: undefined,
    findings: [fileFinding({ file: folder, code: "named-file-missing", message, hint })],
  };
}
