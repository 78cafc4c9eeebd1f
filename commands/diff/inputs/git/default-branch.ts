import { UnusableInput } from "../unusable-input.js";
import { type Commit, isObjectId, isShallow, type Repository } from "./repository.js";
import { runGit } from "./run-git.js";

/** The version that the working tree started from, and why it is that one. */
export interface Start {
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
    idOf("HEAD", repository),
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
  const { exitCode, out } = await runGit(["merge-base", "HEAD", refOf(branch)], repository);
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
  const refs = [originHead, ...candidates.map(refOf)];
  const format = "--format=%(refname) %(symref)";
  const { out } = await runGit(["for-each-ref", format, ...refs], repository);
  const known = new Map(
    out.split("\n").map((line): [string, string] => {
      const [ref = "", target = ""] = line.split(" ");
      return [ref, target];
    }),
  );
  const chosen = known.get(originHead)?.replace(/^refs\/remotes\//, "");
  return chosen || candidates.find((name) => known.has(refOf(name)));
}

function refOf(branch: string): string {
  return `refs/${branch.startsWith("origin/") ? "remotes" : "heads"}/${branch}`;
}

async function idOf(ref: string, repository: Repository): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const id = (await runGit(args, repository)).out.trim();
  return isObjectId(id) ? id : undefined;
}

function shortened(id: string): Commit {
  return { id, label: `git:${id.slice(0, 10)}` };
}
