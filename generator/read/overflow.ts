import { type Contracts, diagnose } from "./contracts.js";
import { ContractError, type Diagnostic } from "./diagnostic.js";

/**
 * What to report if the call stack, a string or a list was too small for the contracts: long chains of references nest
 * more deeply than any one document. Rethrows any other error.
 */
export function overflowFinding(contracts: Contracts, error: unknown): Diagnostic {
  const [document] = [...contracts.openapi, ...contracts.asyncapi, ...contracts.schemas];
  if (!(error instanceof RangeError) || document === undefined) throw error;
  const isDeep = /call stack/.test(error.message);
  return diagnose(document, [], {
    code: isDeep ? "too-deep" : "too-large",
    message: isDeep
      ? "the schemas of the contracts refer to each other in too long a chain"
      : `the contracts are too large: ${error.message}`,
    hint: "Shorten the chains of references, or split the contracts and generate each part on its own.",
  });
}

/** Runs a step on contracts that were checked. Throws a `ContractError` if they are too deep or too large for it. */
export async function withinLimits<T>(contracts: Contracts, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof RangeError ? new ContractError([overflowFinding(contracts, error)]) : error;
  }
}
