import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { SchemaNode } from "./schema-node.js";

/**
 * The schema objects that apply to each instance of a schema: its own, those that its `$ref` and `allOf` bring in, and
 * those around it.
 */
export function appliedTo(contracts: Contracts, node: Pick<SchemaNode, "place" | "around">): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const open: Place[] = [];
  for (let at: typeof node | undefined = node; at !== undefined; at = at.around) open.push(at.place);
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (!isSchemaObject(value) || found.has(value)) continue;
    found.add(value);
    if (Array.isArray(value.allOf))
      for (const index of value.allOf.keys()) open.push(below(place, "allOf", String(index)));
    if (typeof value.$ref !== "string") continue;
    const target = resolveReference(contracts.documents, place.document, value.$ref);
    if (target.kind === "found") open.push(target.target);
  }
  return [...found];
}

/** The types that a schema names. */
export function typesOf({ type }: SchemaObject): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}
