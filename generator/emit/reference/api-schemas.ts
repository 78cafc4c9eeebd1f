import { entriesOf, keyOf, type Place, placeAt } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpApi } from "../../../reader/model/model.js";
import { Names, pascalCase } from "../../../reader/model/names.js";
import { sourceOf } from "../../../reader/model/schemas.js";
import type { EmitInput } from "../emit-input.js";

/** A schema that only an OpenAPI document names. */
export interface ApiSchema {
  readonly typeName: string;
  readonly place: Place;
}

/**
 * The schemas in the components of an API, and those elsewhere that it refers to, except references and those that
 * `reference/schemas.md` has.
 */
export function apiSchemas({ contracts, names }: EmitInput, api: HttpApi): ApiSchema[] {
  const document = contracts.openapi.find(
    (each) => sourceOf(contracts, { document: each, tokens: [] }).file === api.source.file,
  );
  if (document === undefined) return [];
  const types = new Names([...names.values()]);
  const declared = entriesOf(placeAt(document, ["components", "schemas"]));
  const elsewhere = api.outside.map(({ name, place }) => [name, place] as const);
  return [...declared, ...elsewhere]
    .filter(([, place]) => !isReference(place.value) && !names.has(keyOf(place)))
    .map(([name, place]) => ({ typeName: types.take(pascalCase(name)), place }));
}

function isReference(schema: unknown): boolean {
  return isSchemaObject(schema) && "$ref" in schema && Object.keys(schema).length === 1;
}
