import { type Contracts, overflowFinding } from "../documents/contracts.js";
import { ContractError, type Diagnostic } from "../documents/diagnostic.js";
import { checkAsyncApi, checkUnusedMessages } from "./asyncapi.js";
import { checkEvents } from "./events.js";
import { checkExamples, type ExampleCheck } from "./examples.js";
import { checkExtensions } from "./extensions.js";
import { checkFormatNames, checkSchemaFormats } from "./formats.js";
import { checkGrowth } from "./growth.js";
import { joinIndentation } from "./indentation.js";
import { type Levelling, lowered, raised } from "./levels.js";
import { checkMarks } from "./marks.js";
import { checkOneOfOverlap } from "./one-of-overlap.js";
import { checkOpenApi, checkVersion32 } from "./openapi.js";
import { checkPathParameters, checkSecuritySchemes } from "./operations.js";
import { checkPatterns, checkSlowPatterns } from "./patterns.js";
import { checkProtocolParts, checkProtocolStrength } from "./protocol-parts.js";
import { checkProtocolPointers } from "./protocol-references.js";
import { checkReferences } from "./references.js";
import { checkRequiredProperties } from "./required-properties.js";
import { checkSchemas } from "./schemas.js";
import { checkVersions } from "./versions.js";

/** How strictly contracts are checked. */
export interface ContractCheckOptions extends Levelling {
  /**
   * How to treat examples that fail their schema: as an error, as a warning, or not checked. If absent, those in documents
   * are warnings, and those in files of their own errors.
   */
  readonly examples?: ExampleCheck | undefined;
  /** Whether to look for patterns that take more than linear time; `true` if absent. Only validators run patterns. */
  readonly slowPatterns?: boolean | undefined;
  /** Whether what is made from the contracts matches a pattern in linear time, so that it isn't slow. Default: none. */
  readonly isMatchedLinearly?: ((pattern: string) => boolean) | undefined;
}

/**
 * Finds problems in contracts. Later checks assume what earlier ones prove, so a stage runs only if
 * the one before found no error. Each stage reports everything that it finds.
 */
export async function checkContracts(
  contracts: Contracts,
  options: ContractCheckOptions,
): Promise<Diagnostic[]> {
  const stages: readonly (() => Diagnostic[] | Promise<Diagnostic[]>)[] = [
    () => [...contracts.problems],
    () => [...checkVersions(contracts), ...checkReferences(contracts), ...checkPatterns(contracts)],
    () => checkGrowth(contracts),
    async () => [
      ...contracts.repairs,
      ...(await checkOpenApi(contracts)),
      ...(await checkAsyncApi(contracts)),
    ],
    () => [
      ...checkPathParameters(contracts),
      ...checkSecuritySchemes(contracts),
      ...checkSchemaFormats(contracts),
      ...checkFormatNames(contracts),
      ...checkVersion32(contracts),
      ...checkExtensions(contracts),
      ...checkMarks(contracts),
      ...(options.slowPatterns === false ? [] : checkSlowPatterns(contracts, options)),
    ],
    () => [...checkSchemas(contracts), ...checkEvents(contracts), ...checkProtocolParts(contracts)],
    () => [
      ...checkProtocolStrength(contracts),
      ...checkProtocolPointers(contracts),
      ...checkUnusedMessages(contracts),
      ...checkRequiredProperties(contracts),
      ...checkOneOfOverlap(contracts),
    ],
    () => checkExamples(contracts, options.examples),
  ];
  let found: readonly Diagnostic[] = [];
  for (const stage of stages) {
    // A call has room for a hundred thousand arguments, and a contract may have more findings.
    found = [...found, ...lowered(joinIndentation(contracts, once(await finish(contracts, stage))), options)];
    if (found.some(({ severity }) => severity === "error")) break;
  }
  return raised(found, options).sort(byPlace);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.range.line - b.range.line || a.range.column - b.range.column;
}

/** A stage that overflows the call stack is a finding. */
async function finish(contracts: Contracts, stage: () => Diagnostic[] | Promise<Diagnostic[]>) {
  try {
    return await stage();
  } catch (error) {
    return [overflowFinding(contracts, error, "to check them")];
  }
}

/** A file is checked once for each document that refers to it, so its findings repeat. */
function once(found: readonly Diagnostic[]): Diagnostic[] {
  const keyed = found.map((diagnostic) => {
    const { file, pointer, code, message } = diagnostic;
    return [JSON.stringify([file, pointer, code, message]), diagnostic] as const;
  });
  return [...new Map(keyed).values()];
}

/** Returns the warnings. Throws a `ContractError` with all findings if any is an error. */
export async function assertContracts(
  contracts: Contracts,
  options: ContractCheckOptions,
): Promise<readonly Diagnostic[]> {
  const found = await checkContracts(contracts, options);
  if (found.some(({ severity }) => severity === "error")) throw new ContractError(found);
  return found;
}
