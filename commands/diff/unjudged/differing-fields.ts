import { below, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { SchemaUse } from "../parts/member-notes.js";
import { isExample } from "./fields.js";

/** A field that differs, and that no rule compares. */
export interface Unjudged {
  readonly name: string;
  readonly old: Place;
  readonly new: Place;
  /** Of a keyword of a schema, where that is used. */
  readonly uses?: readonly SchemaUse[];
}

/** The same thing in both versions. */
export interface Both {
  readonly old: Place;
  readonly new: Place;
}

/** What is said beside a reference that isn't documentation. Specifications ignore it. */
export function referenceSiblings({ old, new: current }: Both): Unjudged[] {
  const references = [old, current].filter(isReference);
  if (references.length === 0) return [];
  const names = new Set(references.flatMap(({ value }) => Object.keys(recordOrEmpty(value))));
  for (const known of ["$ref", "summary", "description"]) names.delete(known);
  return differing(old, current).filter(({ name }) => names.has(name));
}

/** Whether a place refers to another one. */
export function isReference({ value }: Place): boolean {
  return typeof recordOrEmpty(value).$ref === "string";
}

/** Whether something that should be an object, or a schema, is neither in a version, and differs. */
export function hasScalar({ old, new: current }: Both): boolean {
  const isOdd = [old.value, current.value].some(
    (value) => value !== undefined && typeof value !== "boolean" && !isSchemaObject(value),
  );
  return isOdd && canonical(old.value) !== canonical(current.value);
}

/** The fields of two objects that differ. */
export function differing(old: Place, current: Place): Unjudged[] {
  return allNames(old, current)
    .map((name) => ({ name, old: below(old, name), new: below(current, name) }))
    .filter(
      ({ name, old, new: current }) => !isExample(name) && canonical(old.value) !== canonical(current.value),
    );
}

/** What a discriminator says beside its property and its values, such as `defaultMapping` of OpenAPI 3.2. */
export function discriminatorFields(places: Both): Unjudged[] {
  if (![places.old, places.new].every(({ value }) => isSchemaObject(value))) return [];
  return fieldNames(places.old, places.new)
    .filter((name) => name !== "propertyName" && name !== "mapping")
    .map((name) => ({ name, old: below(places.old, name), new: below(places.new, name) }))
    .filter(({ old, new: current }) => canonical(old.value) !== canonical(current.value));
}

/** The names of the fields of two objects, without references. */
export function fieldNames(old: Place, current: Place): string[] {
  const isRef = isReference(old);
  return allNames(old, current).filter((name) => name !== "$ref" || !isRef);
}

function allNames(old: Place, current: Place): string[] {
  const names = [old, current].flatMap(({ value }) =>
    value === null || typeof value !== "object" ? [] : Object.keys(value),
  );
  return [...new Set(names)];
}

/** The names in a map, as one text. */
export function joinedNames({ value }: Place): string {
  return canonical(Object.keys(recordOrEmpty(value)).sort());
}

/** The elements of a list. */
export function listItems(list: Place): Place[] {
  if (!Array.isArray(list.value)) return [];
  return list.value.map((_, index) => below(list, String(index)));
}
