import type { Contracts } from "../documents/contracts.js";
import { allowsNull, refusingNull } from "../documents/dialects/older-schemas.js";
import { below, type Place } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";

/** One of the schemas that all values of a schema are valid by. */
export interface InclusionPart extends Place {
  readonly value: SchemaObject;
}

/** A schema and what its `$ref` and `allOf` bring in. */
export interface InclusionParts {
  readonly list: readonly InclusionPart[];
  /** Whether `false` is among them, so that no value is valid. */
  readonly isNothing: boolean;
}

/**
 * The schemas that a value must be valid by if it is valid by this one. A schema that allows null whatever else it says
 * (`nullable`) proves nothing of its values, and is left out with `isProof`.
 */
export function inclusionParts(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
  { isProof }: { readonly isProof: boolean },
): InclusionParts {
  const found = new Map<SchemaObject, InclusionPart>();
  const open: Place[] = [schema];
  let isNothing = false;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (value === false) isNothing = true;
    if (!isSchemaObject(value) || found.has(value) || (isProof && isNullAside(value))) continue;
    found.set(value, { ...place, value });
    if (Array.isArray(value.allOf))
      for (const index of value.allOf.keys()) open.push(below(place, "allOf", String(index)));
    if (typeof value.$ref !== "string") continue;
    const target = resolveReference(contracts.documents, place.document, value.$ref);
    if (target.kind === "found") open.push(target.target);
  }
  return { list: [...found.values()], isNothing };
}

function isNullAside(schema: SchemaObject): boolean {
  if (allowsNull(schema)) return true;
  return schema.nullable === true && refusingNull.some((keyword) => schema[keyword] !== undefined);
}

/** The kinds of JSON values; a number is an integer or a fraction. */
export type InclusionKind = "null" | "boolean" | "integer" | "fraction" | "string" | "array" | "object";

const kinds: readonly InclusionKind[] = [
  "null",
  "boolean",
  "integer",
  "fraction",
  "string",
  "array",
  "object",
];

/** The kinds of values that all parts allow. */
export function commonKinds(parts: readonly InclusionPart[]): ReadonlySet<InclusionKind> {
  let left = new Set(kinds);
  for (const { value } of parts)
    for (const allowed of [namedKinds(value), listedValues(value)?.map(kindOfValue)])
      if (allowed !== undefined) left = new Set([...left].filter((kind) => allowed.includes(kind)));
  return left;
}

/** The kinds that a `type` names; `undefined` without one. */
export function namedKinds({ type, nullable }: SchemaObject): readonly InclusionKind[] | undefined {
  if (type === undefined) return undefined;
  const names = [type].flat();
  const isNumber = names.includes("number");
  const isNamed = (kind: InclusionKind): boolean =>
    names.includes(kind) || (isNumber && (kind === "integer" || kind === "fraction"));
  return kinds.filter((kind) => isNamed(kind) || (kind === "null" && nullable === true));
}

/** The values that `const` or `enum` lists; `undefined` without either. */
export function listedValues({
  const: only,
  enum: values = only === undefined ? undefined : [only],
  nullable,
}: SchemaObject): readonly unknown[] | undefined {
  if (!Array.isArray(values)) return undefined;
  if (nullable === true) return [...values, null];
  return values;
}

function kindOfValue(value: unknown): InclusionKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") {
    if (Number.isInteger(value)) return "integer";
    return "fraction";
  }
  return typeof value as InclusionKind;
}
