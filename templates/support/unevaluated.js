import { fail } from "./failures.js";
import { inside } from "./scope.js";
import { isObject } from "./value.js";

/** The properties and items that some keyword has evaluated. */
export function createSeen() {
  return { properties: new Set(), items: new Set() };
}

/**
 * Merges what one schema has evaluated into what others have.
 * @param {{ properties: Set<string>, items: Set<number> } | undefined} seen
 * @param {{ properties: Set<string>, items: Set<number> } | undefined} more
 */
export function merge(seen, more) {
  if (seen === undefined || more === undefined) return;
  for (const name of more.properties) seen.properties.add(name);
  for (const index of more.items) seen.items.add(index);
}

/** The keywords that come last, since they apply to what all others leave unevaluated: from a schema to its check. */
export const unevaluated = /* @__PURE__ */ new Map([
  [
    "unevaluatedProperties",
    (node, checkOf) => {
      const keyword = "unevaluatedProperties";
      const check = checkOf(node[keyword]);
      return (value, scope, run) => {
        if (!isObject(value)) return true;
        let valid = true;
        for (const name of Object.keys(value)) {
          if (scope.seen.properties.has(name)) continue;
          scope.seen.properties.add(name);
          const holds =
            node[keyword] === false
              ? fail(run, { node, value, scope, keyword, facts: { property: name } })
              : check(value[name], inside(scope, name, [keyword]), run);
          valid &&= holds;
          if (!valid && run.failures === null) return false;
        }
        return valid;
      };
    },
  ],
  [
    "unevaluatedItems",
    (node, checkOf) => {
      const keyword = "unevaluatedItems";
      const check = checkOf(node[keyword]);
      return (value, scope, run) => {
        if (!Array.isArray(value)) return true;
        let valid = true;
        for (let index = 0; index < value.length; index++) {
          if (scope.seen.items.has(index)) continue;
          scope.seen.items.add(index);
          if (node[keyword] === false) {
            valid = fail(run, { node, value, scope, keyword });
            break;
          }
          valid = check(value[index], inside(scope, index, [keyword]), run) && valid;
          if (!valid && run.failures === null) return false;
        }
        if (node[keyword] === false)
          for (let index = 0; index < value.length; index++) scope.seen.items.add(index);
        return valid;
      };
    },
  ],
]);
