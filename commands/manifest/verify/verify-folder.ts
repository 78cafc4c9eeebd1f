import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Finding, Problem } from "../../report/reporter.js";
import { fileFinding, foldedName } from "../build/findings.js";
import { readIgnoreRules } from "../files/ignore.js";
import { folderAt, type ListedFile, listFiles } from "../files/list.js";
import type { ManifestFormat } from "../format.js";
import type { HashResult } from "../hashing/hash-file.js";
import { type HashOptions, hashFiles } from "../hashing/hash-files.js";
import { type ArtifactManifest, pathRoles } from "../manifest.js";
import { basePath, defaultMaxFile } from "../option-values.js";
import { placed, type ReadManifest, readManifest } from "../read-manifest.js";

/** Which files to verify with which manifest. */
export interface VerifyFolderOptions extends Partial<HashOptions> {
  /** Path of the manifest. */
  readonly manifest: string;
  readonly folder: string;
  /** Folder that paths are relative to. Default: the working folder. */
  readonly cwd?: string | undefined;
  readonly format: ManifestFormat;
  /** Path below which the folder is served, such as `/app`. Default: the root. */
  readonly base?: string | undefined;
  /** Rules for files that needn't be in the manifest, after those of the folder's `.manifestignore`. */
  readonly ignore?: readonly string[] | undefined;
}

/**
 * Compares a folder with a manifest. Only files that a search of the folder has found are read, whatever paths the manifest has.
 * Throws `ManifestError` if the folder can't be read.
 */
export async function verifyFolder(options: VerifyFolderOptions): Promise<ManifestVerification> {
  const { folder, format, cwd = process.cwd(), maxFile = defaultMaxFile } = options;
  const base = basePath(options.base);
  const root = await folderAt(resolve(cwd, folder), folder);
  const path = resolve(cwd, options.manifest);
  const read = readManifest(path, options.manifest, format);
  if (!isValid(read)) return unverifiable(read);
  const own = relative(root, await realpath(path)).replaceAll("\\", "/");
  const isIgnored = readIgnoreRules({ folder: root, rules: options.ignore ?? [], files: [own] });
  const { assets } = read.manifest;
  const relativePaths = assets.map((asset) => below(base, asset.path));
  const wanted = new Set(relativePaths);
  const listed = await listFiles(root, {
    signal: options.signal,
    // Whatever is listed in the manifest is looked for, even if it is ignored.
    isIgnored: (each, kind) => isIgnored(each, kind) && !isWanted(each, kind, wanted),
  });
  const there = new Map(listed.map((file) => [file.path, file]));
  const paths = [...wanted].filter(
    (each) => each !== undefined && there.get(each)?.kind === "file",
  ) as string[];
  const digests = await hashFiles(root, paths, { ...options, maxFile });
  const results = new Map(paths.map((each, at) => [each, digests[at]]));
  const verification = createVerification(
    read,
    assets.map(({ sha256 }, at) => {
      const each = relativePaths[at];
      const result = each === undefined ? undefined : results.get(each);
      if (result === undefined) return { kind: "problem", problem: absence(each, there, base) };
      return judge(result, sha256);
    }),
    format,
  );
  const extra = listed.filter((file) => !wanted.has(file.path));
  return {
    ...verification,
    findings: [...verification.findings, ...extra.map((file) => extraFile(file, folder))],
  };
}

/** Whether a manifest was read without a finding. */
export function isValid(read: ReadManifest): read is ReadManifest & { readonly manifest: ArtifactManifest } {
  return read.manifest !== undefined;
}

/** The path in the folder; `undefined` if it isn't below the base. */
function below(base: string, path: string): string | undefined {
  if (path.startsWith(`${base}/`)) return path.slice(base.length + 1);
  return undefined;
}

function isWanted(path: string, kind: "file" | "folder", wanted: ReadonlySet<string | undefined>): boolean {
  if (kind === "file") return wanted.has(path);
  return [...wanted].some((each) => each?.startsWith(`${path}/`));
}

function judge(result: HashResult, sha256: string) {
  if (result.kind === "problem") {
    const { code, problem } = result;
    return { kind: "problem", problem: { code, message: `the file ${problem}` } } as const;
  }
  if (result.sha256 === sha256) return { kind: "verified", size: result.size } as const;
  return { kind: "problem", problem: mismatch(result.sha256), size: result.size } as const;
}

/** Why there is no regular file with the name. */
function absence(
  path: string | undefined,
  there: ReadonlyMap<string, ListedFile>,
  base: string,
): AssetProblem {
  if (path === undefined)
    return { code: "asset-outside-base", message: `the path isn't below ${base}/, the base that was given` };
  const found = there.get(path);
  if (found?.kind === "link")
    return { code: "asset-link", message: "the file is a symbolic link, which isn't followed" };
  if (found !== undefined) return { code: "asset-special", message: "the file isn't a regular file" };
  const folded = foldedName(path);
  const similar = [...there.keys()].find((each) => foldedName(each) === folded);
  const hint =
    similar === undefined
      ? ""
      : `; it has ${similar}, which differs in case or in the form of its characters alone`;
  return { code: "asset-missing", message: `the folder doesn't have this file${hint}` };
}

const extraKinds: Readonly<Record<ListedFile["kind"], string>> = {
  file: "the manifest doesn't list this file",
  link: "the manifest doesn't list this symbolic link",
  special: "this isn't a regular file, and the manifest doesn't list it",
  unnameable: "the name isn't valid UTF-8, so no manifest can list this file",
};

function extraFile({ path, kind }: ListedFile, folder: string): Finding {
  return fileFinding({
    file: `${folder.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "")}/${path}`,
    code: "extra-file",
    level: "warning",
    message: extraKinds[kind],
    hint: "Build the manifest again, remove the file, or leave it out with a line in .manifestignore.",
  });
}

/** The result of a verification. It failed if a finding is an error. */
export interface ManifestVerification {
  /** Faults of the manifest and its assets, then files that it doesn't list. */
  readonly findings: readonly Finding[];
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Assets of the manifest, and those whose digests are right. */
  readonly assets: number;
  readonly verified: number;
  /** Size of all assets that were read, in bytes. */
  readonly bytes: number;
}

/** The verification of what isn't a valid manifest: nothing was read or requested. */
export function unverifiable({ findings, leftOut }: ReadManifest): ManifestVerification {
  return { findings, leftOut, assets: 0, verified: 0, bytes: 0 };
}

/** A problem of one asset; `message` is a sentence. */
export type AssetProblem = Pick<Problem, "code" | "message" | "level"> & { readonly at?: "path" | "sha256" };

/** What was found of one asset. */
export type AssetResult =
  | { readonly kind: "verified"; readonly size: number }
  | { readonly kind: "problem"; readonly problem: AssetProblem; readonly size?: number };

/** The verification of a valid manifest, from what was found of each asset in the order of the manifest. */
export function createVerification(
  read: ReadManifest & { readonly manifest: ArtifactManifest },
  results: readonly AssetResult[],
  format: ManifestFormat,
): ManifestVerification {
  const { properties } = format;
  const ofAssets = results.flatMap((result, index) => {
    if (result.kind === "verified") return [];
    const { at = "path", ...problem } = result.problem;
    return [{ ...problem, pointer: `/${properties.assets}/${index}/${properties[at]}` }];
  });
  const problems = [...ownProblems(read.manifest, format), ...ofAssets];
  return {
    ...placed(read, problems),
    assets: results.length,
    verified: results.filter(({ kind }) => kind === "verified").length,
    bytes: results.reduce((sum, { size = 0 }) => sum + size, 0),
  };
}

/** What a manifest says twice, or doesn't say, although its schema allows it. */
function ownProblems(manifest: ArtifactManifest, { properties }: ManifestFormat): Problem[] {
  const first = new Map<string, string>();
  const twice = manifest.assets.flatMap(({ path, sha256 }, index): Problem[] => {
    const before = first.get(path);
    first.set(path, before ?? sha256);
    if (before === undefined) return [];
    const isSame = before === sha256;
    return [
      {
        code: "asset-twice",
        message: `the path is listed before, ${isSame ? "with the same digest" : "with another digest"}`,
        pointer: `/${properties.assets}/${index}/${properties.path}`,
        level: isSame ? "warning" : undefined,
      },
    ];
  });
  const unlisted = pathRoles.flatMap((role): Problem[] => {
    const [name, path] = [properties[role], manifest[role]];
    if (name === undefined || path === undefined || first.has(path)) return [];
    const message = `the ${role} isn't among the assets, so nothing says what its digest must be`;
    return [{ code: "named-file-unlisted", message, pointer: `/${name}`, level: "warning" }];
  });
  return [...twice, ...unlisted];
}

/** The problem of an asset with other content than the manifest says. */
export function mismatch(actual: string): AssetProblem {
  return { code: "digest-mismatch", message: `the file has another digest: ${actual}`, at: "sha256" };
}
