import { assertions } from "./assertions.js";

/** The assertions of schemas that consist of nothing else; `undefined` for a schema with other keywords. */
const known = /* @__PURE__ */ new WeakMap();
const silent = { failures: null };

/**
 * Whether a value that isn't a list or an object is known to be valid from the schema's assertions alone, for which no
 * scope is needed. `false` also if the schema has other keywords: evaluate it then.
 * @param {object | boolean} node
 * @param {unknown} value
 * @returns {boolean}
 */
export function holdsAlone(node, value) {
  if (typeof node === "boolean" || (typeof value === "object" && value !== null)) return false;
  if (!known.has(node)) known.set(node, assertionsOf(node));
  const list = known.get(node);
  if (list === undefined) return false;
  for (const holds of list) if (!holds(node, value, undefined, silent)) return false;
  return true;
}

/** Keywords that don't apply to such a value, such as `properties`, are no assertions. */
const annotations = /* @__PURE__ */ new Set(["at", "clause", "level", "secret", "names"]);

function assertionsOf(node) {
  const keywords = Object.keys(node).filter((keyword) => !annotations.has(keyword));
  const list = keywords.map((keyword) => assertions.get(keyword));
  return list.includes(undefined) ? undefined : list;
}
