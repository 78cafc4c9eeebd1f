import { parse, rcompare, type SemVer } from "semver";
import { type Commit, isShallow, type Repository, resolveCommit } from "../inputs/git/repository.js";
import { git } from "../inputs/git/run-git.js";
import { UnusableInput } from "../inputs/unusable-input.js";

/** A tag whose name is a version. */
export interface Release {
  readonly tag: string;
  readonly commit: Commit;
}

/** Which tags are releases. */
export interface ReleaseOptions {
  /** What precedes the version in the name of a tag, such as `sdk@`; if absent, `v` or nothing. */
  readonly prefix?: string | undefined;
  /** The commit whose history has the tags. */
  readonly from: Commit;
  /** Most releases. */
  readonly most: number;
}

/** Releases, newest first, and the tags of older ones that are left out. */
export interface Releases {
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
    const version = versionOf(tag, prefix);
    return version === null || version.prerelease.length > 0 ? [] : [{ tag, version }];
  });
  return found
    .sort((a, b) => rcompare(a.version, b.version) || (a.tag < b.tag ? -1 : 1))
    .map(({ tag }) => tag);
}

function versionOf(tag: string, prefix: string | undefined): SemVer | null {
  const [start = ""] = prefix === undefined ? (/^v?/.exec(tag) ?? []) : [prefix];
  const rest = tag.slice(start.length);
  // `parse` also takes a `v` or `=` of its own.
  return tag.startsWith(start) && /^[0-9]/.test(rest) ? parse(rest) : null;
}
