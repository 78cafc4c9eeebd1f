import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, keyOf, type Place, referredSchema } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";

/** Whether a schema is an alternative, an item or an entry of itself, other than in a property. */
export function containsItself(contracts: Contracts, place: Place): boolean {
  const seen = new Set<string>();
  const open = [place];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value } = at;
    if (!isSchemaObject(value) || seen.has(keyOf(at))) continue;
    seen.add(keyOf(at));
    const inner: Place[] = [];
    if (typeof value.$ref === "string") inner.push(referredSchema(contracts, at, value.$ref));
    for (const keyword of ["items", "additionalProperties"])
      if (isSchemaObject(value[keyword])) inner.push(below(at, keyword));
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
      const list = value[keyword];
      if (Array.isArray(list)) for (const index of list.keys()) inner.push(below(at, keyword, String(index)));
    }
    if (inner.some((each) => keyOf(each) === keyOf(place))) return true;
    open.push(...inner);
  }
  return false;
}
