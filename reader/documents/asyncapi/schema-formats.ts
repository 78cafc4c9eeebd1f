import { escapeToken } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../contracts.js";
import { fromDraft07, fromOpenApi30 } from "../dialects/older-schemas.js";
import { type PartReading, valueReading } from "../document.js";
import { changedExactly, withExactNumbers } from "../exact-number.js";
import { below, dereference, type Place, referenceChain } from "../place.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";

/** Where a schema in a foreign format stays, as JSON text, so that nothing in it is taken for a reference. */
export const foreignSchema = "x-foreign-schema";

/**
 * A document with all its schemas in the words of JSON Schema 2020-12: those of AsyncAPI (a superset of draft-07), those of
 * multi-format schemas. A schema in a format that isn't JSON Schema becomes `true`, since nothing
 * is known of its values, and stays beside it as text. A multi-format schema also refers to the schema in it, so that it means the same
 * where a schema is expected. The same value if nothing changes.
 */
export function withSchemaFormats(value: unknown): unknown {
  if (!isSchemaObject(value) || "openapi" in value || "swagger" in value || "overlay" in value) return value;
  return translated(value, { reading: "keywords", isOld: "asyncapi" in value, pointer: "#" });
}

/** A schema, or a file of schemas, that is written in a format and doesn't say so, in the words of JSON Schema 2020-12. */
export function inFormat(value: unknown, format: SchemaFormat): unknown {
  if (format === "openapi-3.0") return fromOpenApi30(value);
  if (format === "draft-07") return translated(value, { reading: "keywords", isOld: true, pointer: "#" });
  return value;
}

interface Context {
  readonly reading: PartReading;
  /** Whether schemas are those of draft-07, and not those of 2020-12. */
  readonly isOld: boolean;
  /** Where the value is, as a reference. */
  readonly pointer: string;
}

function translated(value: unknown, { reading, isOld, pointer }: Context): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      translated(item, { reading: "keywords", isOld, pointer: `${pointer}/${index}` }),
    );
    if (items.some((item, index) => item !== value[index])) return items;
    return value;
  }
  const record = value as Readonly<Record<string, unknown>>;
  if (reading === "keywords" && isMultiFormat(record)) return multiFormat(record, pointer);
  const entries = Object.keys(record).map((key): [string, unknown] => {
    const item = record[key];
    const isExtension = reading === "keywords" && key.startsWith("x-");
    const inner = { reading: valueReading(reading, key, item), isOld, pointer: pointerTo(pointer, key) };
    return [key, isExtension ? item : translated(item, inner)];
  });
  const isSame = entries.every(([key, item]) => item === record[key]);
  const result = isSame ? record : withExactNumbers(Object.fromEntries(entries), record);
  if (isOld && reading === "keywords") return changedExactly(result, fromDraft07);
  return result;
}

function pointerTo(above: string, key: string): string {
  return `${above}/${encodeURIComponent(escapeToken(key))}`;
}

/** The reference beside the schema is for whoever takes the whole for a schema: it means the schema in it. */
function multiFormat(value: MultiFormat, at: string): unknown {
  const pointer = pointerTo(at, "schema");
  // It was read before.
  if (value.$ref === pointer) return value;
  const { schema, ...others } = value;
  const holder = { ...others, $ref: pointer };
  const format = parseSchemaFormat(others.schemaFormat);
  switch (format) {
    case "foreign":
      return { ...holder, schema: true, [foreignSchema]: JSON.stringify(schema) };
    case "openapi-3.0":
      return { ...holder, schema: fromOpenApi30(schema) };
    case "2020-12":
    case "draft-07":
      return {
        ...holder,
        schema: translated(schema, { reading: "keywords", isOld: format === "draft-07", pointer }),
      };
  }
}

/** A schema with the name of its format around it (AsyncAPI 3, Multi Format Schema Object). */
interface MultiFormat extends SchemaObject {
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
  if (holder === undefined) return place;
  return below(holder, "schema");
}

/** The multi-format schema that is at a place, or behind references from there. */
export function multiFormatAt(contracts: Pick<Contracts, "documents">, place: Place): Place | undefined {
  return referenceChain(contracts, place).find(({ value }) => isMultiFormat(value));
}

/** Whether a schema is in a format that isn't JSON Schema, at a place or behind references from there. */
export function isForeignAt(contracts: Pick<Contracts, "documents">, place: Place): boolean {
  const { value } = multiFormatAt(contracts, place) ?? dereference(contracts, place);
  const { schemaFormat } = (value ?? {}) as { schemaFormat?: unknown };
  return typeof schemaFormat === "string" && parseSchemaFormat(schemaFormat) === "foreign";
}

/** The dialects in which the schema of a payload may be written; `foreign` is not JSON Schema, as Avro or Protobuf. */
export type SchemaFormat = "draft-07" | "2020-12" | "openapi-3.0" | "foreign";

/** The dialect that the `schemaFormat` of an AsyncAPI document names. AsyncAPI's own is a superset of draft-07. */
export function parseSchemaFormat(schemaFormat: unknown): SchemaFormat {
  if (schemaFormat === undefined) return "draft-07";
  const text = String(schemaFormat).toLowerCase();
  const version = /;\s*version\s*=\s*"?([^;"\s]+)/.exec(text)?.[1] ?? "";
  if (/^application\/schema(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text)) {
    if (version.includes("2020-12") || version.includes("next")) return "2020-12";
    return "draft-07";
  }
  if (/^application\/vnd\.oai\.openapi(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text)) {
    if (/^3\.[1-9]/.test(version)) return "2020-12";
    return "openapi-3.0";
  }
  if (/^application\/vnd\.aai\.asyncapi(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text)) return "draft-07";
  return "foreign";
}

/** The name of a foreign format, for people. */
export function foreignFormatName(schemaFormat: unknown): string {
  const text = String(schemaFormat);
  const names = { avro: "Avro", protobuf: "Protobuf", raml: "RAML", xsd: "XML Schema" };
  const found = Object.entries(names).find(([part]) => text.toLowerCase().includes(part));
  if (found === undefined) return `\`${text}\``;
  return found[1];
}
