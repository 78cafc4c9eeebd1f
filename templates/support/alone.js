import { tests } from "./assertions.js";

/** Keywords that don't matter to a value that isn't a list or an object. */
const unneeded = /* @__PURE__ */ new Set([
  "at",
  "clause",
  "level",
  "secret",
  "names",
  "choices",
  "required",
  "dependentRequired",
  "rules",
]);

/**
 * Returns a test that knows a value that isn't a list or an object to be valid from the schema's assertions alone, for
 * which no scope is needed. It also fails if the schema has other keywords: check the value then.
 * @param {object | boolean} node
 * @returns {(value: unknown) => boolean}
 */
export function aloneTestOf(node) {
  const keywords = typeof node === "boolean" ? undefined : Object.keys(node);
  const needed = keywords?.filter((keyword) => !unneeded.has(keyword));
  if (needed === undefined || !needed.every((keyword) => tests.has(keyword))) return () => false;
  const all = needed.map((keyword) => tests.get(keyword)(node));
  // Most properties have a type, and perhaps one more keyword; a list of tests takes longer to go through.
  if (isSimple(node.type) && all.length <= 2) {
    const [first, second] = all;
    return second === undefined ? first : (value) => first(value) && second(value);
  }
  return (value) => {
    if (typeof value === "object" && value !== null) return false;
    for (let index = 0; index < all.length; index++) if (!all[index](value)) return false;
    return true;
  };
}

/** Whether types allow neither lists nor objects. */
function isSimple(types) {
  return types?.every((type) => type !== "array" && type !== "object") === true;
}
