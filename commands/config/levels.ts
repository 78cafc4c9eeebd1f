import { unknownName } from "@oipkit/runtime/nearest-names";
import {
  type DiagnosticLevel,
  type DiagnosticLevels,
  diagnosticLevels,
  fatalCodes,
} from "../../reader/check/levels.js";
import { type DiagnosticCode, diagnosticCodes } from "../../reader/documents/diagnostic.js";
import { UsageError } from "../options/option.js";

/**
 * The option `diagnostics` of a configuration; `undefined` if it isn't a map. `at` is its position. Throws `UsageError` for an
 * unknown code or level, and for a code that is always an error.
 */
export function readLevels(value: unknown, at: string): DiagnosticLevels | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  for (const [code, level] of Object.entries(value)) {
    if (!diagnosticCodes.includes(code as DiagnosticCode))
      throw new UsageError(`${at}: \`diagnostics\`: ${unknownName("code", code, diagnosticCodes)}`);
    if (!diagnosticLevels.includes(level as DiagnosticLevel))
      throw new UsageError(`${at}: \`diagnostics\`: \`${code}\` must be ${diagnosticLevels.join(", ")}`);
    if (level !== "error" && fatalCodes.includes(code as DiagnosticCode))
      throw new UsageError(
        `${at}: \`diagnostics\`: \`${code}\` keeps a document from being read, so it is always an error`,
      );
  }
  return value as DiagnosticLevels;
}
