import { type Contracts, diagnose } from "./contracts.js";
import { ContractError, type Diagnostic } from "./diagnostic.js";

/**
 * What to report if the call stack, a string or a list was too small for the contracts: long chains of references nest
 * more deeply than any one document. `step` is what was being done, such as `to make types`. Rethrows any other error.
 */
export function overflowFinding(contracts: Contracts, error: unknown, step: string): Diagnostic {
  const [document] = [...contracts.openapi, ...contracts.asyncapi, ...contracts.schemas];
  if (!(error instanceof RangeError) || document === undefined) throw error;
  const isDeep = /call stack/.test(error.message);
  return diagnose(document, [], {
    code: isDeep ? "too-deep" : "too-large",
    message: isDeep
      ? `oipkit can't follow the references of these contracts far enough ${step}: a limit of oipkit, the contracts may be valid`
      : `these contracts are too large for oipkit ${step} (${error.message}): a limit of oipkit, the contracts may be valid`,
    hint: "Shorten the longest chains of references, or split the contracts and generate each part on its own.",
  });
}

/**
 * Runs a step on contracts that were checked; `name` says what it does, such as `to make types`. Throws a `ContractError`
 * if they are too deep or too large for it.
 */
export async function withinLimits<T>(
  contracts: Contracts,
  name: string,
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof RangeError ? new ContractError([overflowFinding(contracts, error, name)]) : error;
  }
}
