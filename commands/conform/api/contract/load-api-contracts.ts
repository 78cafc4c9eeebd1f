import { checkReferences } from "../../../../reader/check/references.js";
import { checkVersions } from "../../../../reader/check/versions.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { ContractError } from "../../../../reader/documents/diagnostic.js";
import { InputError, type InputFile, readInputs } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { operationsIn } from "../../../mock/index.js";

/** Largest contract, in bytes: as `oipkit mock` reads. */
const maxFile = 67_108_864;

/** Reads contracts as far as a run needs them; `onRead` is told what is about to be parsed. Throws `ContractError` and `InputError`. */
export async function loadApiContracts(
  paths: readonly string[],
  cwd: string,
  { onRead }: { readonly onRead?: (inputs: readonly InputFile[]) => void } = {},
): Promise<Contracts> {
  const inputs = await readInputs(paths, cwd, { maxFile });
  onRead?.(inputs);
  const contracts = await loadContracts(inputs, cwd, { maxFile });
  for (const found of [
    contracts.problems,
    [...checkVersions(contracts), ...checkReferences(contracts)],
    contracts.repairs,
  ])
    if (found.some(({ severity }) => severity === "error")) throw new ContractError(found);
  if (contracts.openapi.length === 0)
    throw new InputError(inputs[0]?.file ?? ".", "holds no OpenAPI document, and only those have operations");
  if (operationsIn(contracts).length === 0)
    throw new InputError(
      inputs[0]?.file ?? ".",
      "declares no operation, so there is nothing to ask a server for",
    );
  return contracts;
}
