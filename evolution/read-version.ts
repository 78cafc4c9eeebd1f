import { resolve } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { ContractError } from "../generator/read/diagnostic.js";
import { InputError, type ReadingLimits, readInputs } from "../generator/read/input.js";
import { loadContracts } from "../generator/read/load.js";
import type { Version } from "./version.js";

/** What was named can't be compared. */
export class ComparisonError extends OipkitError {
  readonly code = "not-comparable";
}

/** How to read a version. */
export interface ReadVersionOptions extends ReadingLimits {
  /** What messages call it. Default: the path. */
  readonly label?: string | undefined;
}

/**
 * Reads a contract, or the contracts of a folder, and the files that they refer to. Throws `InputError` if it can't be
 * read, and `ContractError` if a file isn't valid.
 */
export async function readVersion(
  input: string,
  cwd: string,
  { label = input, ...limits }: ReadVersionOptions = {},
): Promise<Version> {
  const files = await readInputs([input], cwd, limits);
  if (files.length === 0) throw new InputError(input, "the folder has no YAML or JSON files");
  const contracts = await loadContracts(files, cwd, limits);
  const errors = contracts.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ContractError(errors);
  const isFolder = !files.some(({ path }) => path === resolve(cwd, input));
  const names = new Map(files.map(({ path, name }) => [path, isFolder ? name : ""]));
  return { label, contracts, names };
}
