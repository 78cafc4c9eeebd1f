import { type Scalar, visit } from "yaml";
import { mostExponentDigits } from "./decimal.js";
import { mayHaveLongNumbers } from "./exact-json.js";
import { ExactNumber, NumberReader } from "./exact-number.js";
import type { YamlDocument } from "./parse-yaml-nodes.js";

/**
 * Replaces the value of each scalar of a document whose number no double holds by an `ExactNumber`. Returns whether
 * there are any, and the scalars that are too long to be compared.
 */
export function takeExactNumbers(
  document: YamlDocument,
  text: string,
): { readonly found: boolean; readonly tooLong: readonly Scalar[] } {
  const tooLong: Scalar[] = [];
  let found = false;
  if (!mayHaveLongNumbers(text) && !/0[xo]/.test(text)) return { found, tooLong };
  const numbers = new NumberReader();
  visit(document, {
    Scalar(_key, scalar) {
      const { value, source } = scalar;
      if (typeof value !== "number" || source === undefined) return;
      try {
        const number = readNumber(numbers, source);
        if (!(number instanceof ExactNumber)) return;
        scalar.value = number;
        found = true;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        tooLong.push(scalar);
      }
    },
  });
  return { found, tooLong };
}

/** Undefined for `.inf` and `.nan`, which aren't JSON data. */
function readNumber(numbers: NumberReader, source: string): ExactNumber | number | undefined {
  if (/^0[xo]/.test(source)) {
    if (source.length > mostExponentDigits) throw new RangeError("the number is too long");
    return numbers.read(String(BigInt(source)));
  }
  return /^[-+]?\.?[0-9]/.test(source) ? numbers.read(source) : undefined;
}
