import type { Contracts } from "../documents/contracts.js";
import { below, type Place } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";

const single = ["if", "then", "else"];
const lists = ["allOf", "anyOf", "oneOf"];

/** The keywords that bring in other schemas for the same value. */
export const appliedKeywords: readonly string[] = ["$ref", ...single, ...lists, "dependentSchemas"];

/**
 * The schemas that may apply to the same value as the given one: itself, and those that its `$ref`, `allOf`, `anyOf`,
 * `oneOf`, `if`, `then`, `else` and `dependentSchemas` bring in.
 */
export function appliedSchemas(contracts: Contracts, schema: Place): Place[] {
  const found = new Map<SchemaObject, Place>();
  const open: Place[] = [schema];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (!isSchemaObject(value) || found.has(value)) continue;
    found.set(value, place);
    if (typeof value.$ref === "string") open.push(targetOf(contracts, place));
    for (const keyword of single) if (value[keyword] !== undefined) open.push(below(place, keyword));
    for (const keyword of lists) {
      const list = value[keyword];
      if (Array.isArray(list))
        for (const index of list.keys()) open.push(below(place, keyword, String(index)));
    }
    if (isSchemaObject(value.dependentSchemas))
      for (const name of Object.keys(value.dependentSchemas))
        open.push(below(place, "dependentSchemas", name));
  }
  return [...found.values()];
}

/** One step along `$ref`; a reference that leads nowhere stays where it is. */
function targetOf(contracts: Contracts, place: Place): Place {
  const { $ref } = place.value as { $ref: string };
  const resolution = resolveReference(contracts.documents, place.document, $ref);
  return resolution.kind === "found" ? resolution.target : place;
}

/** Whether a schema that may apply declares the property at the end of a path. */
export function declaresProperty(contracts: Contracts, schema: Place, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return appliedSchemas(contracts, schema).some(({ document, tokens, value }) => {
    const { properties } = value as SchemaObject;
    if (!isSchemaObject(properties) || !Object.hasOwn(properties, name)) return false;
    return declaresProperty(contracts, below({ document, tokens, value }, "properties", name), rest);
  });
}
