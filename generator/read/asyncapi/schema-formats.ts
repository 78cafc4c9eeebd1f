import { fromDraft07 } from "../dialects/draft07-schema.js";
import { fromOpenApi30 } from "../dialects/openapi30-schema.js";
import { type Reading, readingOf } from "../reading.js";
import { isSchemaObject } from "../schema-walk.js";
import { schemaFormatOf } from "./schema-format.js";

/** Where a schema in a foreign format stays, as JSON text, so that nothing in it is taken for a reference. */
export const foreignSchema = "x-foreign-schema";

/**
 * A document with all its schemas in the words of JSON Schema 2020-12: those of AsyncAPI (a superset of draft-07), those of
 * multi-format schemas. A schema in a format that isn't JSON Schema becomes `true`, since nothing
 * is known of its values, and stays beside it as text. The same value if nothing changes.
 */
export function withSchemaFormats(value: unknown): unknown {
  if (!isSchemaObject(value) || "openapi" in value || "swagger" in value || "overlay" in value) return value;
  return translated(value, "keywords", "asyncapi" in value);
}

/** `isOld`: whether schemas are those of draft-07, and not those of 2020-12. */
function translated(value: unknown, reading: Reading, isOld: boolean): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => translated(item, "keywords", isOld));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const record = value as Readonly<Record<string, unknown>>;
  if (reading === "keywords" && typeof record.schemaFormat === "string" && "schema" in record)
    return multiFormat(record);
  const entries = Object.keys(record).map((key): [string, unknown] => {
    const item = record[key];
    const isExtension = reading === "keywords" && key.startsWith("x-");
    return [key, isExtension ? item : translated(item, readingOf(reading, key, item), isOld)];
  });
  const isSame = entries.every(([key, item]) => item === record[key]);
  const result = isSame ? record : Object.fromEntries(entries);
  return isOld && reading === "keywords" ? fromDraft07(result) : result;
}

function multiFormat({ schema, ...others }: Readonly<Record<string, unknown>>): unknown {
  const format = schemaFormatOf(others.schemaFormat);
  switch (format) {
    case "foreign":
      return { ...others, schema: true, [foreignSchema]: JSON.stringify(schema) };
    case "openapi-3.0":
      return { ...others, schema: fromOpenApi30(schema) };
    case "2020-12":
    case "draft-07":
      return { ...others, schema: translated(schema, "keywords", format === "draft-07") };
  }
}
