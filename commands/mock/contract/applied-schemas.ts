import type { Contracts } from "../../../reader/documents/contracts.js";
import { jointSchemas } from "../../../reader/documents/joint-schemas.js";
import { below, type Place, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject, listOrEmpty } from "../../../reader/documents/schema-walk.js";

/** What says which schemas apply to a value. */
export interface Applying {
  readonly contracts: Contracts;
  /** Whether an alternative applies to a value. */
  readonly accepts: (alternative: Place, value: unknown) => boolean;
}

/** The schemas that apply to a value: those at the places, what they refer to and combine, and the alternatives that it follows. */
export function appliedSchemas(
  { contracts, accepts }: Applying,
  places: readonly Place[],
  value: unknown,
): readonly Place[] {
  const found = new Map<string, Place>();
  const open = [...places];
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (const part of jointSchemas(contracts, place)) {
      const key = placeKey(part);
      if (found.has(key) || !isSchemaObject(part.value)) continue;
      found.set(key, part);
      for (const keyword of ["anyOf", "oneOf"])
        for (const [index] of listOrEmpty(part.value[keyword]).entries()) {
          const alternative = below(part, keyword, String(index));
          if (accepts(alternative, value)) open.push(alternative);
        }
    }
  return [...found.values()];
}

/** The members of a schema object; none of any other schema. */
export function schemaMembers(place: Place): Readonly<Record<string, unknown>> {
  return isSchemaObject(place.value) ? place.value : {};
}

/** The schema that one schema has for a property or an item. */
export function memberPlaces(place: Place, key: string | number): readonly Place[] {
  const { properties, additionalProperties, prefixItems, items } = schemaMembers(place);
  if (typeof key === "number") {
    if (Array.isArray(prefixItems) && key < prefixItems.length)
      return [below(place, "prefixItems", String(key))];
    return items === undefined ? [] : [below(place, "items")];
  }
  if (isSchemaObject(properties) && Object.hasOwn(properties, key)) return [below(place, "properties", key)];
  return additionalProperties === undefined ? [] : [below(place, "additionalProperties")];
}
