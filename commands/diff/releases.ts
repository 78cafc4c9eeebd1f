import { posix } from "node:path";
import { parse, rcompare, type SemVer } from "semver";
import { compareVersions } from "./compare-versions.js";
import type { ChangeFinding, ChangePlace, CompareOptions, ComparisonResult } from "./comparison.js";
import { canonical } from "./inclusion/goal/canonical.js";
import {
  type Commit,
  git,
  isShallow,
  type Repository,
  resolveCommit,
  runGit,
} from "./inputs/git/repository.js";
import { gitSource } from "./inputs/name-sources.js";
import { readSource } from "./inputs/read-source.js";
import {
  allowedInside,
  documentNames,
  type GitSource,
  locateSchemaErrors,
  type SourceOptions,
  type SourcePaths,
  type SourceVersion,
} from "./inputs/source.js";
import { UnusableInput } from "./inputs/unusable-input.js";
import type { Version } from "./version.js";
import { versionStep } from "./version-step.js";

/** What is compared with the releases. */
interface ReleasesInput {
  readonly current: SourceVersion;
  /** Of the contracts, relative to the working folder. */
  readonly paths: SourcePaths;
  /** Newest first. */
  readonly releases: readonly Release[];
  readonly repository: Repository;
  readonly reading: SourceOptions;
}

/** The findings of all releases, and what is needed to read them. */
interface ReleasesResult {
  readonly comparison: ComparisonResult;
  /** Tags of releases that don't have the contracts. */
  readonly without: readonly string[];
  /** Those that were compared, newest first. */
  readonly versions: readonly Version[];
  /** Of all releases, the names of documents as `relativePaths` returns them. */
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
    const contents = await readContentIds(source, allowed);
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
    for (const [file, name] of documentNames(old)) names.set(file, name);
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
async function readContentIds(
  { commit, repository, contracts, overlays = [] }: GitSource,
  allowed: readonly string[],
): Promise<string | undefined> {
  const readId = async (path: string) => {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit.id}:${path}`];
    const { exitCode, out } = await runGit(args, repository);
    if (exitCode === 0) return out.trim();
    return "";
  };
  const own = await Promise.all(contracts.map(readId));
  if (own.every((id) => id === "")) return undefined;
  // A file may refer to others in its folder, and anything to what `--allow-refs-to` names.
  const files = contracts.filter((path) => /\.(ya?ml|json)$/.test(path));
  const folders = files.map((path) => posix.dirname(path).replace(/^\.$/, ""));
  const near = await Promise.all([...overlays, ...allowed, ...new Set(folders)].map(readId));
  return [...own, ...near].join(" ");
}

/** A tag whose name is a version. */
interface Release {
  readonly tag: string;
  readonly commit: Commit;
}

/** Which tags are releases. */
interface ReleaseOptions {
  /** What precedes the version in the name of a tag, such as `sdk@`; if absent, `v` or nothing. */
  readonly prefix?: string | undefined;
  /** The commit whose history has the tags. */
  readonly from: Commit;
  /** Most releases. */
  readonly most: number;
}

/** Releases, newest first, and the tags of older ones that are left out. */
interface Releases {
  readonly releases: readonly Release[];
  readonly leftOut: readonly string[];
}

/**
 * The released versions before a commit: tags in its history whose name is a semantic version, without pre-releases. Throws
 * `UnusableInput` if there is none.
 */
export async function listReleases(
  { prefix, from, most }: ReleaseOptions,
  repository: Repository,
): Promise<Releases> {
  const out = await git(
    ["for-each-ref", `--merged=${from.id}`, "--format=%(refname:strip=2)", "refs/tags"],
    repository,
  );
  const tags = releaseTags(out.split("\n"), prefix);
  if (tags.length === 0) {
    const shape = prefix === undefined ? "v1.2.0 or 1.2.0" : `${prefix}1.2.0`;
    const advice = (await isShallow(repository))
      ? "the clone is shallow: run `git fetch --unshallow --tags`, or set `fetch-depth: 0` if actions/checkout made it"
      : "fetch tags with `git fetch --tags`, or set --tag-prefix";
    throw new UnusableInput(
      `no tag in the history of ${from.label} is a release such as ${shape}; ${advice}`,
    );
  }
  const releases: Release[] = [];
  for (const tag of tags.slice(0, most)) {
    const { id } = await resolveCommit(`refs/tags/${tag}`, repository);
    releases.push({ tag, commit: { id, label: `git:${tag}` } });
  }
  return { releases, leftOut: tags.slice(most) };
}

/** The names of releases among those of tags, newest first. */
export function releaseTags(tags: readonly string[], prefix?: string): string[] {
  const found = tags.flatMap((tag) => {
    const version = parseTag(tag, prefix);
    if (version === null || version.prerelease.length > 0) return [];
    return [{ tag, version }];
  });
  return found
    .sort((a, b) => rcompare(a.version, b.version) || (a.tag < b.tag ? -1 : 1))
    .map(({ tag }) => tag);
}

function parseTag(tag: string, prefix: string | undefined): SemVer | null {
  const [start = ""] = prefix === undefined ? (/^v?/.exec(tag) ?? []) : [prefix];
  const rest = tag.slice(start.length);
  // `parse` also takes a `v` or `=` of its own.
  if (tag.startsWith(start) && /^[0-9]/.test(rest)) return parse(rest);
  return null;
}

/** A comparison with one release, or with several that have the same contracts. */
interface ReleaseComparison {
  /** Newest first. */
  readonly tags: readonly string[];
  /** What its places start with, such as `git:v1.2.0`. */
  readonly label: string;
  readonly comparison: ComparisonResult;
}

/**
 * One comparison from those with several releases, which start with the newest. A finding that several of them have is listed
 * once, with their tags, in the order of `releases`, and the places of the newest.
 */
function mergeReleases(
  comparisons: readonly ReleaseComparison[],
  releases: readonly string[],
): ComparisonResult {
  const byKey = new Map<string, { readonly finding: ChangeFinding; readonly tags: string[] }>();
  for (const { tags, label, comparison } of comparisons) {
    for (const finding of comparison.findings) {
      const key = findingKey(finding, label);
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { finding, tags: [...tags] });
      else known.tags.push(...tags);
    }
  }
  const inOrder = (tags: readonly string[]) => releases.filter((tag) => tags.includes(tag));
  const findings = [...byKey.values()].map(({ finding, tags }) => ({ ...finding, releases: inOrder(tags) }));
  const count = (level: ChangeFinding["level"]) => findings.filter((each) => each.level === level).length;
  const [errors, warnings, compatible] = [count("error"), count("warning"), count("info")];
  return {
    findings: findings.sort((a, b) => compare(a, b)),
    summary: {
      compared: Math.max(0, ...comparisons.map(({ comparison }) => comparison.summary.compared)),
      findings: errors + warnings,
      errors,
      warnings,
      compatible,
      accepted: 0,
      version: versionStep(findings),
      releases: inOrder(comparisons.flatMap(({ tags }) => tags)),
    },
  };
}

/** Equal for what the readers of a report take as the same finding. */
function findingKey(finding: ChangeFinding, label: string): string {
  const { code, level, old, new: current, subjects, message, witness } = finding;
  const start = `${label}:`;
  const unlabelled = (text: string) => (text.startsWith(start) ? text.slice(start.length) : text);
  return canonical([
    code,
    level,
    old && [unlabelled(old.file), old.pointer],
    current && [current.file, current.pointer],
    old === undefined || current === undefined
      ? unlabelled(subjects[0] ?? "")
      : witness === undefined && message,
  ]);
}

function compare(a: ChangeFinding, b: ChangeFinding): number {
  const places = comparePlaces(a.new ?? a.old, b.new ?? b.old);
  if (places !== 0 || a.code === b.code) return places;
  return a.code < b.code ? -1 : 1;
}

function comparePlaces(a: ChangePlace | undefined, b: ChangePlace | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
