import type { Contracts } from "../contracts.js";
import { below, dereference, type Place, referenceChain } from "../place.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";
import { schemaFormatOf } from "./schema-format.js";

/** A schema with the name of its format around it (AsyncAPI 3, Multi Format Schema Object). */
export interface MultiFormat extends SchemaObject {
  readonly schemaFormat: string;
  readonly schema: unknown;
}

/** Whether a value names the format of a schema in it. */
export function isMultiFormat(value: unknown): value is MultiFormat {
  return isSchemaObject(value) && typeof value.schemaFormat === "string" && "schema" in value;
}

/** The place of a schema, out of the multi-format schema that is there or behind references, if one is. */
export function schemaWithin(contracts: Pick<Contracts, "documents">, place: Place): Place {
  const holder = multiFormatAt(contracts, place);
  return holder === undefined ? place : below(holder, "schema");
}

/** The multi-format schema that is at a place, or behind references from there. */
export function multiFormatAt(contracts: Pick<Contracts, "documents">, place: Place): Place | undefined {
  return referenceChain(contracts, place).find(({ value }) => isMultiFormat(value));
}

/** Whether a schema is in a format that isn't JSON Schema, at a place or behind references from there. */
export function isForeignAt(contracts: Pick<Contracts, "documents">, place: Place): boolean {
  const { value } = multiFormatAt(contracts, place) ?? dereference(contracts, place);
  const { schemaFormat } = (value ?? {}) as { schemaFormat?: unknown };
  return typeof schemaFormat === "string" && schemaFormatOf(schemaFormat) === "foreign";
}
