import { isStructure } from "./value.js";

/** Most levels of lists and objects in a document: the limit that oipkit also sets for contracts and bodies. */
export const maxDepth = 256;

/**
 * How many schemas may be applied inside of each other: five at each level of the document. Measured on Node.js 20, that
 * takes two thirds of the call stack.
 */
export const mostNested = 5 * maxDepth;

/**
 * Ends the validation of a value below `maxDepth` levels that has levels of its own. An exception, since `false` would
 * mean the opposite below a `not`. Any value is refused if too many schemas are `nested`.
 * @param {unknown} value
 * @param {number} [nested]
 */
export function refuseDeeper(value, nested = 0) {
  if (nested >= mostNested || isStructure(value)) throw new RangeError("nested too deeply");
}
