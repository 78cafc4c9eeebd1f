import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";

/** A schema object in a contract. */
export interface SchemaNode {
  readonly place: Place;
  readonly schema: SchemaObject;
  /** The directions in which instances are sent; none if no operation or message leads here. */
  readonly flows: ReadonlyMap<Flow, string>;
  /** The schema around this one that applies to the same value: this one is in its `allOf`, `anyOf` or the like. */
  readonly around: SchemaNode | undefined;
  /** The name of the property that it describes. */
  readonly property: string | undefined;
}

/**
 * Who sends the instances of a schema, seen from the API that a document describes: `to-provider` is what it accepts,
 * `to-consumer` what it answers or sends on its own.
 */
export type Flow = "to-provider" | "to-consumer";

/** The other direction, as in the callbacks of an operation. */
export function reversed(flow: Flow): Flow {
  if (flow === "to-provider") return "to-consumer";
  return "to-provider";
}

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
export function schemaTypes({ type }: SchemaObject): readonly unknown[] {
  if (Array.isArray(type)) return type;
  if (type === undefined) return [];
  return [type];
}
