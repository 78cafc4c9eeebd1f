import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitSnapshot } from "../../diff/inputs/git/git-snapshot.js";
import { git } from "../../diff/inputs/git/repository.js";
import { snapshotLimits } from "../../diff/inputs/unusable-input.js";
import type { ContractSource } from "./contract-source.js";
import { snapshotFiles } from "./snapshot-files.js";
import type { TakenContract, TakingContext } from "./taken-contract.js";

/** Takes the files of one commit, without its history. */
export async function takeFromGit(
  { repository: from, ref, path }: Extract<ContractSource, { kind: "git" }>,
  { env, maxFile }: TakingContext,
): Promise<TakenContract> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-update-"));
  try {
    const place = { cwd: folder, env };
    await git(["init", "--bare", "--quiet"], place);
    // Only what was named: neither tags nor submodules, and no program that the repository's address could name.
    await git(
      ["fetch", "--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules", "--", from, ref],
      place,
    );
    const id = (await git(["rev-parse", "--verify", "FETCH_HEAD^{commit}"], place)).trim();
    const commit = { id, label: `${from}#${id.slice(0, 10)}` };
    const repository = { ...place, root: folder, prefix: "" };
    const paths = [path ?? "contracts"];
    const snapshot = await gitSnapshot(commit, { ...snapshotLimits, maxFile, paths }, repository);
    return { resolved: id, files: await snapshotFiles(snapshot, path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
