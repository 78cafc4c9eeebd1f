import { toPointer } from "@oipkit/runtime/json-pointer";
import { ContractError, type Diagnostic, type DiagnosticCode, sourceExcerpt } from "./diagnostic.js";
import type { Document } from "./document.js";

/** Everything that was read: documents by absolute path, and which of them are contracts themselves. */
export interface Contracts {
  readonly documents: ReadonlyMap<string, Document>;
  /** By absolute path, the name of a document in generated files: its path below the contracts' folder. */
  readonly names: ReadonlyMap<string, string>;
  readonly openapi: readonly Document[];
  readonly asyncapi: readonly Document[];
  readonly schemas: readonly Document[];
  /** Valid instances, by subject and case. */
  readonly examples: readonly Example[];
  /** Instances that must fail, with the errors that they must cause. */
  readonly counterexamples: readonly Counterexample[];
  /** Hand-authored conformance cases. */
  readonly cases: readonly Document[];
  /** The same for senders. */
  readonly senderCases: readonly Document[];
  /** Ledgers of the rules that the cases test. */
  readonly ledgers: readonly Document[];
  /** Problems in the text of the files; `checkContracts` finds the others. */
  readonly problems: readonly Diagnostic[];
  /** Warnings about what isn't valid, and was replaced or left out in the documents. */
  readonly repairs: readonly Diagnostic[];
}

/** A valid document among the examples of the contracts. */
export interface Example {
  /** An event name, a message key or a schema name. */
  readonly subject: string;
  readonly name: string;
  readonly document: Document;
}

/** An invalid document, and the errors that it must cause. */
export interface Counterexample extends Example {
  readonly expected: readonly ExpectedError[];
  /** The file and place of the expectation. */
  readonly expectation: { readonly document: Document; readonly tokens: readonly string[] };
}

/** An error that a counterexample must give. */
export interface ExpectedError {
  readonly pointer: string;
  readonly keyword: string;
  /** 1-based line of the value, or of its parent if the value is missing. */
  readonly line: number;
  readonly property?: string;
  readonly rule?: string;
}

/** A problem at a place in a document. */
export interface ContractFinding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  readonly severity?: "error" | "warning";
  readonly target?: "key" | "value";
}

/** A diagnostic about a place in a document, or about the overlay that wrote it. */
export function diagnose(
  document: Document,
  tokens: readonly string[],
  finding: ContractFinding,
): Diagnostic {
  const origin = document.findOrigin?.(tokens) ?? { document, tokens };
  const range = origin.document.locate(origin.tokens, finding.target);
  return {
    severity: finding.severity ?? "error",
    code: finding.code,
    message: finding.message,
    hint: finding.hint,
    file: origin.document.file,
    pointer: toPointer(origin.tokens),
    range,
    excerpt: sourceExcerpt(origin.document.lines, range),
  };
}

/**
 * What to report if the call stack, a string or a list was too small for the contracts: long chains of references nest
 * more deeply than any one document. `step` is what was being done, such as `to make types`. Rethrows any other error.
 */
export function overflowFinding(contracts: Contracts, error: unknown, step: string): Diagnostic {
  const [document] = [...contracts.openapi, ...contracts.asyncapi, ...contracts.schemas];
  if (!(error instanceof RangeError) || document === undefined) throw error;
  const hint =
    "Shorten the longest chains of references, or split the contracts and generate each part on its own.";
  if (/call stack/.test(error.message))
    return diagnose(document, [], {
      code: "too-deep",
      message: `oipkit can't follow the references of these contracts far enough ${step}: a limit of oipkit, the contracts may be valid`,
      hint,
    });
  return diagnose(document, [], {
    code: "too-large",
    message: `these contracts are too large for oipkit ${step} (${error.message}): a limit of oipkit, the contracts may be valid`,
    hint,
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
