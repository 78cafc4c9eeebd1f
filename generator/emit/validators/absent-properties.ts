import type { Contracts } from "../../read/contracts.js";
import { below, dereference, entriesOf, keyOf, type Place } from "../../read/place.js";
import { isSchemaObject, walkSchema } from "../../read/schema-walk.js";

/**
 * Whether a schema, or one that it refers to, requires a property that is absent in this direction: `readOnly`
 * ones in requests, `writeOnly` ones in answers. A validator would then reject valid values.
 */
export function requiresAbsent(contracts: Contracts, root: Place, absent: "readOnly" | "writeOnly"): boolean {
  const seen = new Set<string>();
  const open = [root];
  for (let place = open.pop(); place; place = open.pop()) {
    if (seen.has(keyOf(place)) || !isSchemaObject(place.value)) continue;
    seen.add(keyOf(place));
    for (const [tokens, schema] of walkSchema(place.value)) {
      const at = below(place, ...tokens);
      if (typeof schema.$ref === "string") open.push(dereference(contracts, at));
      const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
      for (const [name, property] of entriesOf(below(at, "properties"))) {
        const { [absent]: isAbsent } = dereference(contracts, property).value as Record<string, unknown>;
        const { [absent]: isAbsentHere } = property.value as Record<string, unknown>;
        if (required.includes(name) && (isAbsent === true || isAbsentHere === true)) return true;
      }
    }
  }
  return false;
}
