import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { readPattern } from "../documents/pattern.js";

/** Warns about each `pattern` and key of `patternProperties` that is a regular expression only without the `u` flag. */
export function checkPatterns(contracts: Contracts): Diagnostic[] {
  return [...contracts.names.keys()].flatMap((path) => {
    const document = contracts.documents.get(path);
    if (document === undefined) return [];
    return document.scan.patterns.flatMap(({ value, tokens }) => {
      const reading = readPattern(String(value));
      if (reading.kind !== "legacy") return [];
      return [
        diagnose(document, tokens, {
          severity: "warning",
          code: "pattern-legacy",
          message: `valid only without the \`u\` flag, and compiled without it: ${reading.reason}`,
          hint: "Escape only characters that need it: with the `u` flag, `\\-` outside a character class is an error.",
          target: tokens.at(-2) === "patternProperties" ? "key" : "value",
        }),
      ];
    });
  });
}
