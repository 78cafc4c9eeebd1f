import { escapeToken } from "@oipkit/runtime/json-pointer";
import { fromDraft07 } from "../dialects/draft07-schema.js";
import { fromOpenApi30 } from "../dialects/openapi30-schema.js";
import { type Reading, readingOf } from "../reading.js";
import { isSchemaObject } from "../schema-walk.js";
import { isMultiFormat, type MultiFormat } from "./multi-format.js";
import { type SchemaFormat, schemaFormatOf } from "./schema-format.js";

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
  return format === "draft-07"
    ? translated(value, { reading: "keywords", isOld: true, pointer: "#" })
    : value;
}

interface Context {
  readonly reading: Reading;
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
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const record = value as Readonly<Record<string, unknown>>;
  if (reading === "keywords" && isMultiFormat(record)) return multiFormat(record, pointer);
  const entries = Object.keys(record).map((key): [string, unknown] => {
    const item = record[key];
    const isExtension = reading === "keywords" && key.startsWith("x-");
    const inner = { reading: readingOf(reading, key, item), isOld, pointer: pointerTo(pointer, key) };
    return [key, isExtension ? item : translated(item, inner)];
  });
  const isSame = entries.every(([key, item]) => item === record[key]);
  const result = isSame ? record : Object.fromEntries(entries);
  return isOld && reading === "keywords" ? fromDraft07(result) : result;
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
  const format = schemaFormatOf(others.schemaFormat);
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
