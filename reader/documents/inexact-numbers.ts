import { diagnose } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import { type ExactPlace, exactIn, exactNumbersIn, mayBeInexact } from "./exact-number.js";
import { comparingKeywords } from "./keywords.js";
import { type Reading, readingOf } from "./reading.js";

/**
 * A warning for each number that a document's schemas compare values with and that no double holds: generated code
 * compares with the nearest one. `parsed` is the document as its file has it.
 */
export function inexactNumbers(document: Document, parsed: unknown): Diagnostic[] {
  if (!mayBeInexact(parsed)) return [];
  return [...comparedNumbers(parsed, { tokens: [], reading: "keywords" })].map(({ tokens, number }) =>
    diagnose(document, tokens, {
      severity: "warning",
      code: "number-inexact",
      message: `no double holds this number, so generated code compares values with ${number.nearest} instead`,
      hint: "Choose a number with at most 15 digits, or make the value a string.",
    }),
  );
}

interface At {
  readonly tokens: readonly string[];
  readonly reading: Exclude<Reading, "data">;
}

function* comparedNumbers(value: unknown, { tokens, reading }: At): Generator<ExactPlace> {
  if (typeof value !== "object" || value === null) return;
  if (reading === "keywords" && !Array.isArray(value))
    for (const keyword of comparingKeywords)
      yield* exactNumbersIn(exactIn(value, keyword), [...tokens, keyword]);
  for (const [key, part] of Object.entries(value)) {
    const below = readingOf(reading, key, part);
    if (below !== "data") yield* comparedNumbers(part, { tokens: [...tokens, key], reading: below });
  }
}
