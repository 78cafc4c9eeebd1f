import type { Contracts } from "./contracts.js";
import { below, keyOf, type Place } from "./place.js";
import { resolveReference } from "./references.js";
import { isSchemaObject } from "./schema-walk.js";

/** A schema, and those that it refers to or combines by `allOf`: all of them apply to the same value. Each once. */
export function jointSchemas(contracts: Pick<Contracts, "documents">, schema: Place): readonly Place[] {
  const found = new Map<string, Place>([[keyOf(schema), schema]]);
  for (const place of found.values()) {
    if (!isSchemaObject(place.value)) continue;
    const { $ref, allOf } = place.value;
    const parts = Array.isArray(allOf) ? allOf.map((_, at) => below(place, "allOf", String(at))) : [];
    const resolution =
      typeof $ref === "string" ? resolveReference(contracts.documents, place.document, $ref) : undefined;
    if (resolution?.kind === "found") parts.push(resolution.target);
    for (const part of parts) if (!found.has(keyOf(part))) found.set(keyOf(part), part);
  }
  return [...found.values()];
}

/** The JSON types that all schemas which apply to a value allow, as far as they name types; `undefined` if none does. */
export function declaredTypes(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
): readonly string[] | undefined {
  let allowed: readonly string[] | undefined;
  for (const { value } of jointSchemas(contracts, schema)) {
    if (!isSchemaObject(value) || value.type === undefined) continue;
    const own = [value.type].flat().map(String);
    allowed = allowed === undefined ? own : both(allowed, own);
  }
  return allowed;
}

/** The types that two lists allow; an integer is a number. */
function both(one: readonly string[], other: readonly string[]): readonly string[] {
  const allows = (list: readonly string[], type: string): boolean =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  return [
    ...one.filter((type) => allows(other, type)),
    ...other.filter((type) => !one.includes(type) && allows(one, type)),
  ];
}
