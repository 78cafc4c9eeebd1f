import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "../../../reader/documents/exact-json.js";

/**
 * The value of a JSON text, with an `ExactNumber` for each number that no double holds. Throws `SyntaxError` if it isn't
 * JSON. A number that is too long to be compared becomes infinite, which no schema of numbers accepts.
 */
export function jsonValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHaveExactNumbers(text) || tooDeepAt(text) >= 0) return value;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof NumberTooLong) return value;
    throw error;
  }
}
