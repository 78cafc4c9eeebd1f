import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";

/** Every `pattern` and every key of `patternProperties` must be an ECMA-262 regular expression with the `u` flag. */
export function checkPatterns(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const path of contracts.names.keys()) {
    const document = contracts.documents.get(path);
    for (const { value, tokens } of document?.scan.patterns ?? []) {
      try {
        new RegExp(String(value), "u");
      } catch (error) {
        const reason =
          error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : String(error);
        if (!document) continue;
        found.push(
          diagnose(document, tokens, {
            code: "pattern-invalid",
            message: `invalid regular expression (ECMA-262 with the \`u\` flag): ${reason}`,
            hint: "Escape only characters that need it: with the `u` flag, `\\-` outside a character class is an error.",
            target: tokens.at(-2) === "patternProperties" ? "key" : "value",
          }),
        );
      }
    }
  }
  return found;
}
