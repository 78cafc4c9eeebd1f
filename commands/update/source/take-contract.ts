import { UsageError } from "../../options/option.js";
import type { ContractSource } from "./contract-source.js";
import { takeFromGit } from "./take-from-git.js";
import { takeFromPackage } from "./take-from-package.js";
import { takeFromUrl } from "./take-from-url.js";
import type { TakenContract, TakingContext } from "./taken-contract.js";

/** Takes a contract from its source. Throws `UsageError`, `InputError` or `UnusableInput` if it can't be had. */
export async function takeContract(source: ContractSource, context: TakingContext): Promise<TakenContract> {
  const taken = await takeFrom(source, context);
  if (taken.files.size === 0)
    throw new UsageError("the source has no contract: neither YAML nor JSON; name its folder or file");
  return taken;
}

function takeFrom(source: ContractSource, context: TakingContext): Promise<TakenContract> {
  switch (source.kind) {
    case "url":
      return takeFromUrl(source, context);
    case "git":
      return takeFromGit(source, context);
    case "package":
      return takeFromPackage(source, context);
  }
}
