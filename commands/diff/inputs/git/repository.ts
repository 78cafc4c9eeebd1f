import { execFile } from "node:child_process";
import { posix } from "node:path";
import { UnusableInput } from "../unusable-input.js";

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
function isObjectId(text: string): boolean {
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
  if (joined === ".") return "";
  return joined.replace(/\/$/, "");
}

/** The reverse: a path relative to the working folder, or from the root with a slash at its start. */
export function pathFromWorkingFolder(path: string, { prefix }: Pick<Repository, "prefix">): string {
  const inner = posix.relative(`/${prefix}`, `/${path}`);
  if (inner === ".." || inner.startsWith("../")) return `/${path}`;
  return inner;
}

/** Where git runs. */
export interface GitPlace {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The result of a git command that ended by itself. */
interface GitResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Most bytes of a command's output; a list of 500,000 paths fits. Guessed. */
const mostOutput = 128 * 1024 * 1024;

/** Runs git without a shell. Throws `UnusableInput` if there is no git, or if its output is too large. */
export function runGit(args: readonly string[], { cwd, env }: GitPlace): Promise<GitResult> {
  return new Promise((done, fail) => {
    const options = { cwd, env: gitEnvironment(env), maxBuffer: mostOutput, windowsHide: true } as const;
    execFile("git", [...args], options, (error, out, err) => {
      const code: unknown = error?.code ?? 0;
      if (typeof code === "number") done({ exitCode: code, out, err });
      else fail(notRun(error as NodeJS.ErrnoException));
    });
  });
}

/** The output of a command that must succeed. Throws `UnusableInput` with git's own message. */
export async function git(args: readonly string[], place: GitPlace): Promise<string> {
  const { exitCode, out, err } = await runGit(args, place);
  if (exitCode !== 0) throw new UnusableInput(`git ${args[0] ?? ""} failed: ${firstLine(err)}`);
  return out;
}

/** The environment of every git command: messages in English, no questions, and paths that are never patterns. */
export function gitEnvironment(env: GitPlace["env"]): NodeJS.ProcessEnv {
  return {
    ...env,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "cat",
  };
}

/** The error for a git that couldn't be started or was ended. */
export function notRun(cause: NodeJS.ErrnoException): UnusableInput {
  if (cause.code === "ENOENT")
    return new UnusableInput("git isn't installed, or isn't in PATH; install it, or pass files or folders", {
      cause,
    });
  return new UnusableInput(`git couldn't run: ${cause.code ?? cause.message}`, { cause });
}

/** The first line of git's standard error, without its prefix. */
export function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/^(?:fatal|error): /, "") || "no reason given";
}

/**
 * The text of a file in a commit; `undefined` if the commit has no such file. The path is relative to the working folder.
 * Throws `UnusableInput` if it leads out of the repository.
 */
export async function fileTextIn(
  commit: Commit,
  path: string,
  repository: Repository,
): Promise<string | undefined> {
  const inside = pathInRepository(path, repository);
  const { exitCode, out } = await runGit(["cat-file", "blob", `${commit.id}:${inside}`], repository);
  if (exitCode === 0) return out;
  return undefined;
}

/** The version that the working tree started from, and why it is that one. */
interface Start {
  readonly commit: Commit;
  /** Such as "merge base with origin/main". */
  readonly reason: string;
}

const originHead = "refs/remotes/origin/HEAD";
const candidates = ["origin/main", "main", "origin/master", "master"];

/**
 * Where the current branch left the default branch; on the default branch, the last commit. Throws `UnusableInput` if there
 * is no default branch, or nothing in common with it.
 */
export async function startOfBranch(repository: Repository): Promise<Start> {
  const [head, branch, { out: name }] = await Promise.all([
    resolveRef("HEAD", repository),
    defaultBranch(repository),
    runGit(["symbolic-ref", "--quiet", "--short", "HEAD"], repository),
  ]);
  if (head === undefined)
    throw new UnusableInput("the repository has no commit yet; pass OLD and NEW, such as two folders");
  if (branch === undefined)
    throw new UnusableInput(
      "the default branch isn't known: there is no origin/HEAD, main or master; run `git fetch origin` and `git remote set-head origin --auto`, or name the version to compare with, such as git:v1.2.0",
    );
  const current = name.trim();
  if (current !== "" && current === branch.replace(/^origin\//, ""))
    return { commit: shortened(head), reason: `the last commit of ${branch}` };
  const { exitCode, out } = await runGit(["merge-base", "HEAD", branchRef(branch)], repository);
  const [base = ""] = out.split("\n");
  if (exitCode === 0 && isObjectId(base))
    return { commit: shortened(base), reason: `merge base with ${branch}` };
  const advice = (await isShallow(repository))
    ? "the clone is shallow: run `git fetch --unshallow`, or set `fetch-depth: 0` if actions/checkout made it"
    : "name the version to compare with, such as git:v1.2.0";
  throw new UnusableInput(`HEAD and ${branch} have no commit in common; ${advice}`);
}

/** `undefined` if none is known. One command for all names, since starting git takes longer than its work. */
async function defaultBranch(repository: Repository): Promise<string | undefined> {
  const refs = [originHead, ...candidates.map(branchRef)];
  const format = "--format=%(refname) %(symref)";
  const { out } = await runGit(["for-each-ref", format, ...refs], repository);
  const known = new Map(
    out.split("\n").map((line): [string, string] => {
      const [ref = "", target = ""] = line.split(" ");
      return [ref, target];
    }),
  );
  const chosen = known.get(originHead)?.replace(/^refs\/remotes\//, "");
  return chosen || candidates.find((name) => known.has(branchRef(name)));
}

function branchRef(branch: string): string {
  return `refs/${branch.startsWith("origin/") ? "remotes" : "heads"}/${branch}`;
}

async function resolveRef(ref: string, repository: Repository): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const id = (await runGit(args, repository)).out.trim();
  if (isObjectId(id)) return id;
  return undefined;
}

function shortened(id: string): Commit {
  return { id, label: `git:${id.slice(0, 10)}` };
}
