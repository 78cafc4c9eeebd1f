import { posix } from "node:path";
import { UnusableInput } from "../unusable-input.js";
import { firstLine, type GitPlace, git, runGit } from "./run-git.js";

/** The repository of the working folder. */
export interface Repository extends GitPlace {
  /** Absolute path of its root. */
  readonly root: string;
  /** The working folder below the root, forward slashes; "" if it is the root. */
  readonly prefix: string;
}

/** A commit, and its name as messages show it. */
export interface Commit {
  readonly id: string;
  readonly label: string;
}

/** The repository that the working folder belongs to. Throws `UnusableInput` if there is none, or no git. */
export async function openRepository(place: GitPlace): Promise<Repository> {
  const { exitCode, out, err } = await runGit(["rev-parse", "--show-toplevel", "--show-prefix"], place);
  if (exitCode !== 0)
    throw new UnusableInput(
      `the working folder can't be used as a git repository (${firstLine(err)}); run oipkit in a checkout, or pass two files or two folders`,
    );
  const [root = "", prefix = ""] = out.split("\n");
  return { ...place, root, prefix: prefix.replace(/\/$/, "") };
}

/** The commit that a ref such as `main`, `v1.2.0` or `HEAD~1` names. Throws `UnusableInput`. */
export async function resolveCommit(ref: string, repository: Repository): Promise<Commit> {
  const label = `git:${ref}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (ref.startsWith("-") || /[\u0000-\u001f\u007f]/.test(ref))
    throw new UnusableInput(`${label}: not the name of a commit`);
  const name = `${ref}^{commit}`;
  const { exitCode, out } = await runGit(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", name],
    repository,
  );
  const id = out.trim();
  if (exitCode === 0 && isObjectId(id)) return { id, label };
  const advice = (await isShallow(repository))
    ? "the clone is shallow: run `git fetch --unshallow --tags`, or set `fetch-depth: 0` if actions/checkout made it"
    : "check its spelling with `git log`, or fetch it with `git fetch --tags`";
  throw new UnusableInput(`${label}: the repository has no such commit; ${advice}`);
}

/** Whether history is cut off. */
export async function isShallow(repository: Repository): Promise<boolean> {
  return (await git(["rev-parse", "--is-shallow-repository"], repository)).trim() === "true";
}

/** Whether a text is the full name of an object, SHA-1 or SHA-256. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * A path relative to the repository's root, "" for the root itself. The given one is relative to the working folder, or to the
 * root if it starts with a slash. Throws `UnusableInput` if it leads out.
 */
export function pathInRepository(path: string, { prefix }: Pick<Repository, "prefix">): string {
  const joined = path.startsWith("/") ? posix.normalize(path.slice(1) || ".") : posix.join(prefix, path);
  if (joined === ".." || joined.startsWith("../") || joined.startsWith("/"))
    throw new UnusableInput(`${path}: leads out of the git repository`);
  return joined === "." ? "" : joined.replace(/\/$/, "");
}

/** The reverse: a path relative to the working folder, or from the root with a slash at its start. */
export function pathFromWorkingFolder(path: string, { prefix }: Pick<Repository, "prefix">): string {
  const inner = posix.relative(`/${prefix}`, `/${path}`);
  return inner === ".." || inner.startsWith("../") ? `/${path}` : inner;
}
