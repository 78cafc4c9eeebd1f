import { posix } from "node:path";
import { compareVersions } from "../compare-versions.js";
import type { CompareOptions } from "../comparison.js";
import type { Comparison } from "../finding.js";
import type { Repository } from "../inputs/git/repository.js";
import { runGit } from "../inputs/git/run-git.js";
import { locateSchemaErrors } from "../inputs/locate-schema-errors.js";
import { gitSource } from "../inputs/name-sources.js";
import { namesOf } from "../inputs/names-of.js";
import { readSource } from "../inputs/read-source.js";
import type { GitSource, SourcePaths } from "../inputs/source.js";
import { allowedInside, type SourceOptions } from "../inputs/source-options.js";
import type { SourceVersion } from "../inputs/source-version.js";
import type { Version } from "../version.js";
import type { Release } from "./list-releases.js";
import { mergeReleases, type ReleaseComparison } from "./merge-releases.js";

/** What is compared with the releases. */
export interface ReleasesInput {
  readonly current: SourceVersion;
  /** Of the contracts, relative to the working folder. */
  readonly paths: SourcePaths;
  /** Newest first. */
  readonly releases: readonly Release[];
  readonly repository: Repository;
  readonly reading: SourceOptions;
}

/** The findings of all releases, and what is needed to read them. */
export interface ReleasesResult {
  readonly comparison: Comparison;
  /** Tags of releases that don't have the contracts. */
  readonly without: readonly string[];
  /** Those that were compared, newest first. */
  readonly versions: readonly Version[];
  /** Of all releases, the names of documents as `namesOf` returns them. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Compares a version with each of several releases. Releases with the same contracts are compared once. Throws as `readSource`
 * and `compareVersions` do.
 */
export async function compareReleases(
  { current, paths, releases, repository, reading }: ReleasesInput,
  options: CompareOptions,
): Promise<ReleasesResult> {
  const groups = new Map<string, { readonly source: GitSource; readonly tags: string[] }>();
  const without: string[] = [];
  const allowed = allowedInside(repository, reading);
  for (const { tag, commit } of releases) {
    const source = gitSource(paths, { kind: "git", commit, repository });
    const contents = await contentsOf(source, allowed);
    if (contents === undefined) without.push(tag);
    else if (groups.has(contents)) groups.get(contents)?.tags.push(tag);
    else groups.set(contents, { source, tags: [tag] });
  }
  const compared: ReleaseComparison[] = [];
  const names = new Map<string, string>();
  const read: Version[] = [];
  for (const { source, tags } of groups.values()) {
    const old = await readSource(source, reading);
    read.push(old);
    for (const [file, name] of namesOf(old)) names.set(file, name);
    const versions = { old, new: current };
    const comparison = locateSchemaErrors([old, current], () => compareVersions(versions, options));
    compared.push({ tags, label: old.label, comparison });
  }
  const tags = releases.map(({ tag }) => tag);
  return { comparison: mergeReleases(compared, tags), without, versions: read, names };
}

/**
 * The ids of the folders that a version is read from: equal ids are equal contents. `undefined` if the commit has none of the
 * contracts.
 */
async function contentsOf(
  { commit, repository, contracts, overlays = [] }: GitSource,
  allowed: readonly string[],
): Promise<string | undefined> {
  const idOf = async (path: string) => {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit.id}:${path}`];
    const { exitCode, out } = await runGit(args, repository);
    return exitCode === 0 ? out.trim() : "";
  };
  const own = await Promise.all(contracts.map(idOf));
  if (own.every((id) => id === "")) return undefined;
  // A file may refer to others in its folder, and anything to what `--allow-refs-to` names.
  const files = contracts.filter((path) => /\.(ya?ml|json)$/.test(path));
  const folders = files.map((path) => posix.dirname(path).replace(/^\.$/, ""));
  const near = await Promise.all([...overlays, ...allowed, ...new Set(folders)].map(idOf));
  return [...own, ...near].join(" ");
}
