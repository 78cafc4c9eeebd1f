import { schemaForms } from "./keywords.js";

/** A JSON Schema object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** Whether a value is a schema object, not a boolean schema. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const dialects = Object.values(schemaForms);

/** Keywords of any dialect whose value can be a schema. */
export const schemaKeywords: readonly string[] = [...new Set(dialects.flatMap(({ one }) => one))];
/** Keywords of any dialect whose value can be a list of schemas. */
export const schemaListKeywords: readonly string[] = [...new Set(dialects.flatMap(({ list }) => list))];
/** Keywords of any dialect whose value is a map of schemas. */
export const schemaMapKeywords: readonly string[] = [...new Set(dialects.flatMap(({ map }) => map))];

const keywords = new Set([...schemaKeywords, ...schemaListKeywords, ...schemaMapKeywords]);

/** The schemas directly below a schema, each with the tokens that lead there. */
export function subschemas(schema: SchemaObject): [readonly string[], SchemaObject][] {
  const found: [readonly string[], SchemaObject][] = [];
  // Most schemas of a large document have none.
  if (!Object.keys(schema).some((keyword) => keywords.has(keyword))) return found;
  const add = (tokens: readonly string[], value: unknown): void => {
    if (isSchemaObject(value)) found.push([tokens, value]);
  };
  for (const keyword of schemaKeywords) add([keyword], schema[keyword]);
  for (const keyword of schemaListKeywords) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const [index, item] of list.entries()) add([keyword, String(index)], item);
  }
  for (const keyword of schemaMapKeywords) {
    const map = schema[keyword];
    if (isSchemaObject(map)) for (const [name, item] of Object.entries(map)) add([keyword, name], item);
  }
  return found;
}

/** A schema and all below it, with tokens relative to the root; references aren't followed. */
export function* walkSchema(root: SchemaObject): Generator<readonly [readonly string[], SchemaObject]> {
  const open: [readonly string[], SchemaObject][] = [[[], root]];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    const [tokens, schema] = next;
    for (const [below, item] of subschemas(schema).reverse()) open.push([[...tokens, ...below], item]);
  }
}
