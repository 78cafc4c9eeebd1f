const words = (text: string): readonly string[] => text.split(" ");

/** The keywords of each JSON Schema dialect that hold schemas, by the form of their value: a schema, a list, or a map by name. */
export const schemaForms = {
  "2020-12": {
    one: words(
      "items contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema",
    ),
    list: words("prefixItems allOf anyOf oneOf"),
    map: words("$defs definitions properties patternProperties dependentSchemas dependencies"),
  },
  "2019-09": {
    one: words(
      "items additionalItems contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema",
    ),
    list: words("items allOf anyOf oneOf"),
    map: words("$defs definitions properties patternProperties dependentSchemas dependencies"),
  },
  "draft-07": {
    one: words("items additionalItems contains additionalProperties propertyNames if then else not"),
    list: words("items allOf anyOf oneOf"),
    map: words("definitions properties patternProperties dependencies"),
  },
  "draft-06": {
    one: words("items additionalItems contains additionalProperties propertyNames not"),
    list: words("items allOf anyOf oneOf"),
    map: words("definitions properties patternProperties dependencies"),
  },
} as const;

/** The keywords of 2020-12 that compare a value with data; `format` is apart, since it may be an annotation. */
export const assertionKeywords: readonly string[] = words(
  "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
);

/** The keywords that compare a value with numbers. */
export const comparingKeywords = [
  "const",
  "enum",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/** Keywords of either dialect that identify or describe a schema and assert nothing. */
export const annotationKeywords: ReadonlySet<string> = new Set(
  words(
    "$schema $id $anchor $dynamicAnchor $vocabulary $comment $defs definitions title description default examples deprecated readOnly writeOnly contentMediaType contentEncoding contentSchema",
  ),
);

/** Annotations that OpenAPI and AsyncAPI add. */
export const openApiAnnotations: readonly string[] = words("example externalDocs xml discriminator nullable");

/** A JSON Schema object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** Whether a value is a schema object, not a boolean schema. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A member that should be an object; an empty one if it is missing or anything else. */
export function recordOrEmpty(value: unknown): SchemaObject {
  if (isSchemaObject(value)) return value;
  return {};
}

/** A member that should be a list; an empty one if it is missing or anything else. */
export function listOrEmpty(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return [];
}

const dialects = Object.values(schemaForms);

/** Keywords of any dialect whose value can be a schema. */
const schemaKeywords: readonly string[] = [...new Set(dialects.flatMap(({ one }) => one))];
/** Keywords of any dialect whose value can be a list of schemas. */
const schemaListKeywords: readonly string[] = [...new Set(dialects.flatMap(({ list }) => list))];
/** Keywords of any dialect whose value is a map of schemas. */
const schemaMapKeywords: readonly string[] = [...new Set(dialects.flatMap(({ map }) => map))];

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
  if (changed.some((item, index) => item !== list[index])) return changed;
  return list;
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
