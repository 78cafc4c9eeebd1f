import type { Contracts } from "../read/contracts.js";
import { ContractError, type Diagnostic } from "../read/diagnostic.js";
import { checkAsyncApi } from "./asyncapi.js";
import { checkEvents } from "./events.js";
import { checkExamples, type ExampleCheck } from "./examples.js";
import { checkExtensions } from "./extensions.js";
import { checkOpenApi } from "./openapi.js";
import { checkPatterns } from "./patterns.js";
import { checkReferences } from "./references.js";
import { checkSchemas } from "./schemas.js";
import { checkVersions } from "./versions.js";

/** How strictly contracts are checked. */
export interface CheckOptions {
  /** How examples that fail their schema are taken: an error, a warning, or not looked at. */
  readonly examples: ExampleCheck;
}

/**
 * Finds what is wrong with contracts. Later checks assume what earlier ones prove, so a stage runs only when
 * the one before found no error; each stage reports all that it finds.
 */
export async function checkContracts(contracts: Contracts, options: CheckOptions): Promise<Diagnostic[]> {
  const stages: readonly (() => Diagnostic[] | Promise<Diagnostic[]>)[] = [
    () => [...contracts.problems],
    () => [...checkVersions(contracts), ...checkReferences(contracts), ...checkPatterns(contracts)],
    async () => [...(await checkOpenApi(contracts)), ...(await checkAsyncApi(contracts))],
    () => checkExtensions(contracts),
    () => [...checkSchemas(contracts), ...checkEvents(contracts)],
    () => checkExamples(contracts, options.examples),
  ];
  const found: Diagnostic[] = [];
  for (const stage of stages) {
    found.push(...once(await stage()));
    if (found.some(({ severity }) => severity === "error")) break;
  }
  return found.sort(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.range.line - b.range.line ||
      a.range.column - b.range.column,
  );
}

/** A file that several documents refer to is looked at for each of them. */
function once(found: readonly Diagnostic[]): Diagnostic[] {
  const keyed = found.map((diagnostic) => {
    const { file, pointer, code, message } = diagnostic;
    return [JSON.stringify([file, pointer, code, message]), diagnostic] as const;
  });
  return [...new Map(keyed).values()];
}

/** The warnings, or a `ContractError` with everything found. */
export async function assertContracts(
  contracts: Contracts,
  options: CheckOptions,
): Promise<readonly Diagnostic[]> {
  const found = await checkContracts(contracts, options);
  if (found.some(({ severity }) => severity === "error")) throw new ContractError(found);
  return found;
}
