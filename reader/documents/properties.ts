import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import type { Contracts } from "./contracts.js";
import { below, type Place } from "./place.js";
import { resolveReference } from "./references.js";
import { isSchemaObject } from "./schema-walk.js";

/**
 * The schemas that apply together at one place: the schema itself and those that its `$ref` and `allOf` bring in.
 * Inline schemas come before referenced ones, so that a narrower schema comes before the one that it narrows.
 */
export function branches(contracts: Contracts, schema: Place, depth = 0): Place[] {
  if (!isSchemaObject(schema.value) || depth > maxJsonDepth) return [];
  const found: Place[] = [schema];
  const referred: Place[] = [];
  if (typeof schema.value.$ref === "string") {
    const resolution = resolveReference(contracts.documents, schema.document, schema.value.$ref);
    if (resolution.kind === "found") referred.push(resolution.target);
  }
  for (const [index, item] of (Array.isArray(schema.value.allOf) ? schema.value.allOf : []).entries()) {
    const place = below(schema, "allOf", String(index));
    if (isSchemaObject(item) && typeof item.$ref === "string") referred.push(place);
    else found.push(...branches(contracts, place, depth + 1));
  }
  return [...found, ...referred.flatMap((place) => branches(contracts, place, depth + 1))];
}

/** Every schema that applies to a property, the nearest first. */
export function propertyBranches(contracts: Contracts, schema: Place, path: readonly string[]): Place[] {
  const [name, ...rest] = path;
  const here = branches(contracts, schema);
  if (name === undefined) return here;
  return here
    .filter(
      ({ value }) =>
        isSchemaObject(value) && isSchemaObject(value.properties) && Object.hasOwn(value.properties, name),
    )
    .flatMap((branch) => propertyBranches(contracts, below(branch, "properties", name), rest));
}

/** Whether any branch of a schema requires the property. */
export function isRequired(contracts: Contracts, schema: Place, name: string): boolean {
  return branches(contracts, schema).some(
    ({ value }) => isSchemaObject(value) && Array.isArray(value.required) && value.required.includes(name),
  );
}

/** Names of all properties that any branch declares, in the order of declaration, base schemas first. */
export function propertyNames(contracts: Contracts, schema: Place): string[] {
  const names = new Set<string>();
  for (const { value } of branches(contracts, schema).reverse()) {
    if (isSchemaObject(value) && isSchemaObject(value.properties))
      for (const name of Object.keys(value.properties)) names.add(name);
  }
  return [...names];
}
