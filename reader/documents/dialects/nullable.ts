import type { SchemaObject } from "../schema-walk.js";

/**
 * Marks a schema that also allows null, whatever its other keywords say: what `nullable: true` becomes where `type` and
 * `enum` can't say it. It is written only while contracts are read, and stays beside the keywords as they were written, so
 * that places in the contract remain true.
 */
export const orNull = "x-or-null";

/** Keywords, besides `type` and `enum`, that can refuse null. All others only look at values of other types. */
export const refusingNull: readonly string[] = ["$ref", "allOf", "anyOf", "oneOf", "not", "const"];

/**
 * The keywords that change so that `nullable: true` means what authors mean by it: null is allowed, whatever else the
 * schema says. By the letter of OpenAPI 3.0, it only extends a `type` beside it.
 */
export function nullableKeywords(schema: SchemaObject): Record<string, unknown> {
  const { type, enum: values } = schema;
  const changed: Record<string, unknown> = {};
  const types = [type].flat();
  if (type !== undefined && !types.includes("null")) changed.type = [...types, "null"];
  if (Array.isArray(values) && !values.includes(null)) changed.enum = [...values, null];
  if (refusingNull.some((keyword) => schema[keyword] !== undefined)) changed[orNull] = true;
  return changed;
}

/** Whether a schema allows null whatever its other keywords say. */
export function allowsNull(schema: SchemaObject): boolean {
  return schema[orNull] === true;
}
