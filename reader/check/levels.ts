import { ContractError, type Diagnostic, type DiagnosticCode } from "../documents/diagnostic.js";

/** What becomes of the findings of a code. */
export type DiagnosticLevel = "error" | "warning" | "off";

/** The levels that findings may have. */
export const diagnosticLevels: readonly DiagnosticLevel[] = ["error", "warning", "off"];

/** Levels by code; a code that isn't mentioned keeps its own. */
export type DiagnosticLevels = { readonly [Code in DiagnosticCode]?: DiagnosticLevel };

/** The codes of findings that keep a document from being read: always errors. */
export const fatalCodes: readonly DiagnosticCode[] = [
  "yaml-syntax",
  "json-syntax",
  "duplicate-key",
  "too-deep",
  "too-large",
  "not-a-contract",
  "version-unsupported",
  "overlay-invalid",
  "overlay-extends",
  "ref-outside",
  "ref-unreadable",
];

/** Codes of errors that judge a contract which can be read nevertheless. */
const judgements: readonly DiagnosticCode[] = [
  "type-unknown",
  "overlay-matches-nothing",
  "enum-outside-base",
  "protocol-pointer-unknown",
  "example-invalid",
  "example-orphan",
];

/** How findings are levelled. */
export interface Levelling {
  readonly levels?: DiagnosticLevels | undefined;
  /** Whether all warnings that are left become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * Findings with those left out that are off, and those errors lowered that only judge. An error that keeps a
 * document from being read stays, with a hint that says so.
 */
export function lowered(found: readonly Diagnostic[], { levels = {} }: Levelling): Diagnostic[] {
  return found.flatMap((diagnostic) => {
    const level = levels[diagnostic.code];
    if (level === undefined || level === "error") return [diagnostic];
    if (diagnostic.severity === "error" && !judgements.includes(diagnostic.code)) {
      const hint = `${diagnostic.hint} The configuration can't make this \`${level}\`: the contract can't be read as it is.`;
      return [{ ...diagnostic, hint }];
    }
    if (level === "off") return [];
    return [{ ...diagnostic, severity: "warning" }];
  });
}

/** Findings at their levels. Throws a `ContractError` with all of them, and with `others`, if any is an error. */
export function assertLevels(
  found: readonly Diagnostic[],
  levelling: Levelling,
  others: readonly Diagnostic[],
): readonly Diagnostic[] {
  const all = [...others, ...raised(lowered(found, levelling), levelling)];
  if (all.some(({ severity }) => severity === "error")) throw new ContractError(all);
  return all;
}

/** Findings with those warnings made errors that the levels name, or all of them. */
export function raised(
  found: readonly Diagnostic[],
  { levels = {}, strict = false }: Levelling,
): Diagnostic[] {
  return found.map((diagnostic) => {
    if (strict || levels[diagnostic.code] === "error") return { ...diagnostic, severity: "error" };
    return diagnostic;
  });
}
