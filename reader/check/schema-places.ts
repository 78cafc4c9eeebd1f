import { documentMessages } from "../documents/asyncapi/messages.js";
import type { Contracts } from "../documents/contracts.js";
import { type PartReading, valueReading } from "../documents/document.js";
import { below, childPlaces, type Place, placeAt } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../documents/schema-walk.js";

/** A schema in a document. */
interface SchemaPlace extends Place {
  readonly value: SchemaObject;
}

/** Keywords whose schemas are looked for. */
const indexed = ["format", "oneOf", "x-secret", "x-level", "x-clause"] as const;

type Index = Readonly<Record<(typeof indexed)[number], SchemaPlace[]>>;

const indexes = new WeakMap<Contracts, Index>();

/** All schemas of the contracts with a keyword, each once, with those that they refer to. One walk finds them for all checks. */
export function schemasWith(contracts: Contracts, keyword: keyof Index): readonly SchemaPlace[] {
  const index = indexes.get(contracts) ?? createIndex(contracts);
  indexes.set(contracts, index);
  return index[keyword];
}

function createIndex(contracts: Contracts): Index {
  const index: Index = { format: [], oneOf: [], "x-secret": [], "x-level": [], "x-clause": [] };
  const seen = new Set<SchemaObject>();
  const open = schemaRoots(contracts).reverse();
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    if (!isSchemaObject(root.value) || seen.has(root.value)) continue;
    for (const [tokens, schema] of walkSchema(root.value)) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      for (const keyword of indexed) {
        if (schema[keyword] === undefined) continue;
        index[keyword].push({ document: root.document, tokens: [...root.tokens, ...tokens], value: schema });
      }
      if (typeof schema.$ref !== "string") continue;
      const target = resolveReference(contracts.documents, root.document, schema.$ref);
      if (target.kind === "found") open.push(target.target);
    }
  }
  return index;
}

/** The schemas of all documents that aren't part of another schema. */
export function schemaRoots(contracts: Contracts): Place[] {
  const { openapi, asyncapi, schemas } = contracts;
  return [
    ...schemas.map((document) => placeAt(document, [])),
    ...[...openapi, ...asyncapi].flatMap((document) =>
      childPlaces(placeAt(document, ["components", "schemas"])).map(([, schema]) => schema),
    ),
    ...asyncapi.flatMap((document) =>
      documentMessages(contracts, document).flatMap(({ payload }) => payload ?? []),
    ),
    ...openapi.flatMap((document) => inlineSchemas(placeAt(document, []))),
  ].filter(({ value }) => isSchemaObject(value));
}

/** The schemas of media types, parameters and headers. */
function inlineSchemas(root: Place): Place[] {
  const found: Place[] = [];
  const open: { place: Place; reading: PartReading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    if (reading === "data") continue;
    for (const [key, item] of objectsBelow(place)) {
      if (reading === "keywords" && key === "schema") found.push(item);
      else if (reading !== "keywords" || key !== "schemas")
        open.push({ place: item, reading: valueReading(reading, key, item.value) });
    }
  }
  return found;
}

function objectsBelow({ document, tokens, value: around }: Place): [string, Place][] {
  return Object.entries(around as object).flatMap(([key, value]): [string, Place][] => {
    if (typeof value !== "object" || value === null) return [];
    return [[key, { document, tokens: [...tokens, key], value }]];
  });
}

const single = ["if", "then", "else"];
const lists = ["allOf", "anyOf", "oneOf"];

/** The keywords that bring in other schemas for the same value. */
export const appliedKeywords: readonly string[] = ["$ref", ...single, ...lists, "dependentSchemas"];

/**
 * The schemas that may apply to the same value as the given one: itself, and those that its `$ref`, `allOf`, `anyOf`,
 * `oneOf`, `if`, `then`, `else` and `dependentSchemas` bring in.
 */
export function appliedSchemas(contracts: Contracts, schema: Place): Place[] {
  const found = new Map<SchemaObject, Place>();
  const open: Place[] = [schema];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (!isSchemaObject(value) || found.has(value)) continue;
    found.set(value, place);
    if (typeof value.$ref === "string") open.push(followReference(contracts, place));
    for (const keyword of single) if (value[keyword] !== undefined) open.push(below(place, keyword));
    for (const keyword of lists) {
      const list = value[keyword];
      if (Array.isArray(list))
        for (const index of list.keys()) open.push(below(place, keyword, String(index)));
    }
    if (isSchemaObject(value.dependentSchemas))
      for (const name of Object.keys(value.dependentSchemas))
        open.push(below(place, "dependentSchemas", name));
  }
  return [...found.values()];
}

/** One step along `$ref`; a reference that leads nowhere stays where it is. */
function followReference(contracts: Contracts, place: Place): Place {
  const { $ref } = place.value as { $ref: string };
  const resolution = resolveReference(contracts.documents, place.document, $ref);
  if (resolution.kind === "found") return resolution.target;
  return place;
}

/** Whether a schema that may apply declares the property at the end of a path. */
export function declaresProperty(contracts: Contracts, schema: Place, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return appliedSchemas(contracts, schema).some(({ document, tokens, value }) => {
    const { properties } = value as SchemaObject;
    if (!isSchemaObject(properties) || !Object.hasOwn(properties, name)) return false;
    return declaresProperty(contracts, below({ document, tokens, value }, "properties", name), rest);
  });
}
