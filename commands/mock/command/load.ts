import { checkReferences } from "../../../reader/check/references.js";
import { checkVersions } from "../../../reader/check/versions.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { InputError, readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import type { MockSettings } from "./settings.js";

/** Contracts, and the files that they were read from. */
export interface LoadedContracts {
  readonly contracts: Contracts;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * Reads contracts as far as a server needs them: what can't be parsed, read or found keeps it from starting; all else concerns
 * the operation that has it. Throws `ContractError` and `InputError`.
 */
export async function loadForMock(settings: MockSettings, cwd: string): Promise<LoadedContracts> {
  const { contracts: paths, overlays, allowRefsTo, maxFile } = settings;
  const limits = { allowRefsTo, maxFile };
  const inputs = await readInputs(paths, cwd, { ...limits, overlays });
  const contracts = await loadContracts(inputs, cwd, limits);
  const broken = (found: readonly { readonly severity: string }[]): boolean =>
    found.some(({ severity }) => severity === "error");
  if (broken(contracts.problems)) throw new ContractError(contracts.problems);
  const found = [...checkVersions(contracts), ...checkReferences(contracts)];
  if (broken(found)) throw new ContractError(found);
  const mistakes = contracts.repairs.filter(({ severity }) => severity === "error");
  if (broken(mistakes)) throw new ContractError(mistakes);
  if (contracts.openapi.length === 0)
    throw new InputError(inputs[0]?.file ?? ".", "holds no OpenAPI document, and only those have operations");
  return { contracts, files: [...contracts.documents.keys()] };
}
