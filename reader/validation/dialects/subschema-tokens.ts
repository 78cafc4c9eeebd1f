import type { Dialect } from "../../documents/dialects/dialect.js";
import { isSchemaObject, type SchemaObject, schemaForms } from "../../documents/schema-walk.js";

/** The path of each direct subschema of a schema. */
export function subschemaTokens(schema: SchemaObject, { name }: Dialect): string[][] {
  const { one, list, map } = schemaForms[name];
  const isSchema = (value: unknown) => isSchemaObject(value) || typeof value === "boolean";
  const own = (keyword: string) => {
    if (!Object.hasOwn(schema, keyword)) return undefined;
    return schema[keyword];
  };
  return [
    ...one.flatMap((keyword) => (isSchema(own(keyword)) ? [[keyword]] : [])),
    ...list.flatMap((keyword) => {
      const items = own(keyword);
      if (Array.isArray(items)) return items.map((_, index) => [keyword, String(index)]);
      return [];
    }),
    ...map.flatMap((keyword) => {
      const entries = own(keyword);
      if (!isSchemaObject(entries)) return [];
      return Object.keys(entries).flatMap((key) => {
        if (!isSchema(entries[key])) return [];
        return [[keyword, key]];
      });
    }),
  ];
}

/** What a keyword of a dialect holds: a schema, a list or map of schemas, or data. */
export function keywordForm(keyword: string, { name }: Dialect): "one" | "list" | "map" | "data" {
  const forms = ["one", "list", "map"] as const;
  return forms.find((form) => schemaForms[name][form].some((each) => each === keyword)) ?? "data";
}
