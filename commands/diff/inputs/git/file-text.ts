import { type Commit, pathInRepository, type Repository } from "./repository.js";
import { runGit } from "./run-git.js";

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
  return exitCode === 0 ? out : undefined;
}
