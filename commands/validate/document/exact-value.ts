import { toPointer } from "@oipkit/runtime/json-pointer";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "../../../reader/documents/exact-json.js";
import { exactNumbersIn } from "../../../reader/documents/exact-number.js";
import { longNumber } from "../../../reader/documents/parsed-text.js";
import type { Problem } from "../../report/reporter.js";

/** The value of a JSON text. */
interface ExactValue {
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

/** As many as a validator reports of one document. */
const mostProblems = 1000;

const message =
  "no double holds this number, so the generated validator was given a rounded one; `--schema` judges it exactly";

/** A warning for each number of a document that its validator was given rounded; errors in strict mode. */
export function roundedNumbers(value: unknown, { strict }: { readonly strict: boolean }): Problem[] {
  const problems: Problem[] = [];
  for (const { tokens } of exactNumbersIn(value)) {
    if (problems.length === mostProblems) break;
    problems.push({
      code: "number-rounded",
      message,
      pointer: toPointer(tokens),
      level: strict ? undefined : "warning",
    });
  }
  return problems;
}
