import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "../../../reader/documents/exact-json.js";
import { longNumber } from "../../../reader/documents/parsed-text.js";
import type { Problem } from "../../report/findings/finding.js";

/** The value of a JSON text. */
export interface ExactValue {
  readonly value: unknown;
  /** Whether it has an `ExactNumber` for each number that no double holds. */
  readonly isExact: boolean;
  /** A number that can't be compared; then there is no value. */
  readonly problem?: Problem;
}

/** Reads a valid JSON text with all digits of its numbers. */
export function exactValue(text: string): ExactValue {
  if (!mayHaveExactNumbers(text)) return { value: JSON.parse(text), isExact: false };
  try {
    return { value: parseExactJson(text), isExact: true };
  } catch (error) {
    if (!(error instanceof NumberTooLong)) throw error;
    const { offset, length } = error;
    const span = { offset, length };
    return {
      value: undefined,
      isExact: false,
      problem: { code: "too-long", message: longNumber.message, pointer: "", span },
    };
  }
}
