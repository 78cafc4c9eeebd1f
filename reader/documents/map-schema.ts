import {
  isSchemaObject,
  type SchemaObject,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from "./schema-walk.js";

type Change = (schema: SchemaObject) => unknown;

/** A schema with each direct subschema mapped; the same object if nothing changes. */
export function mapSubschemas(schema: SchemaObject, change: Change): SchemaObject {
  let result: Record<string, unknown> | undefined;
  const put = (keyword: string, value: unknown): void => {
    if (value === schema[keyword]) return;
    result ??= { ...schema };
    result[keyword] = value;
  };
  for (const keyword of schemaKeywords) {
    const item = schema[keyword];
    if (isSchemaObject(item)) put(keyword, change(item));
  }
  for (const keyword of schemaListKeywords) {
    const list = schema[keyword];
    if (Array.isArray(list)) put(keyword, mapList(list, change));
  }
  for (const keyword of schemaMapKeywords) {
    const map = schema[keyword];
    if (isSchemaObject(map)) put(keyword, mapValues(map, change));
  }
  return result ?? schema;
}

/** A list with its objects mapped; the same list if nothing changes. */
export function mapList(list: readonly unknown[], change: Change): readonly unknown[] {
  const changed = list.map((item) => (isSchemaObject(item) ? change(item) : item));
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

/** A map with its object values mapped; the same map if nothing changes. */
export function mapValues(map: SchemaObject, change: Change): SchemaObject {
  let result: Record<string, unknown> | undefined;
  for (const key of Object.keys(map)) {
    const item = map[key];
    if (!isSchemaObject(item)) continue;
    const changed = change(item);
    if (changed === item) continue;
    result ??= { ...map };
    Object.defineProperty(result, key, {
      value: changed,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result ?? map;
}
