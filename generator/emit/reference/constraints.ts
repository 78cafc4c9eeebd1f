import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, keyOf, type Place } from "../../../reader/documents/place.js";
import { branches } from "../../../reader/documents/properties.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code, empty, join } from "../../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";

/** Formats and limits of a value beyond its type, for a table cell: what another language needs to validate it. */
export function constraintsOf(contracts: Contracts, places: readonly Place[]): Code {
  return constraintsUntil(contracts, places, new Set());
}

/** `seen`: what was described before, since a schema may be that of its own items. */
function constraintsUntil(contracts: Contracts, places: readonly Place[], seen: ReadonlySet<string>): Code {
  const schemas = places.flatMap(({ value }) => (isSchemaObject(value) ? [value] : []));
  const items = places.flatMap((place) =>
    isSchemaObject(place.value) && isSchemaObject(place.value.items)
      ? branches(contracts, below(place, "items"))
      : [],
  );
  const described = new Set([...seen, ...places.map(keyOf)]);
  const others = items.filter((place) => !described.has(keyOf(place)));
  const each = others.length === 0 ? empty : constraintsUntil(contracts, others, described);
  return join([...own(schemas), ...(each.isEmpty ? [] : [code`each item: ${each}`])], "; ");
}

function own(schemas: readonly SchemaObject[]): readonly Code[] {
  return [
    ...numberKind(schemas),
    ...distinct(schemas, "format").map(markdownCode),
    ...range(limit(schemas, "minimum"), limit(schemas, "maximum"), ""),
    ...exclusive(schemas),
    ...distinct(schemas, "multipleOf").map((step) => code`multiple of ${markdownCode(step)}`),
    ...range(limit(schemas, "minLength"), limit(schemas, "maxLength"), "character"),
    ...distinct(schemas, "pattern").map((pattern) => code`matches ${markdownCode(pattern)}`),
    ...range(limit(schemas, "minItems"), limit(schemas, "maxItems"), "item"),
    ...(schemas.some(({ uniqueItems }) => uniqueItems === true) ? [code`no item twice`] : []),
    ...range(limit(schemas, "minProperties"), limit(schemas, "maxProperties"), "property"),
  ];
}

/** JSON has one type for both, and a value such as `1.0` is an integer. */
function numberKind(schemas: readonly SchemaObject[]): readonly Code[] {
  const types = schemas.flatMap(({ type }) => [type].flat());
  if (types.includes("integer")) return [code`integer`];
  return types.includes("number") ? [code`number, with or without a fraction`] : [];
}

function distinct(schemas: readonly SchemaObject[], keyword: "format" | "pattern" | "multipleOf"): string[] {
  const values = schemas.map((schema) => schema[keyword]);
  return [...new Set(values.flatMap((value) => (value === undefined ? [] : [String(value)])))];
}

type Limit =
  | "minimum"
  | "maximum"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** The tightest limit that the schemas state together. */
function limit(schemas: readonly SchemaObject[], keyword: Limit): number | undefined {
  const values = schemas
    .map((schema) => schema[keyword])
    .filter((value): value is number => typeof value === "number");
  if (values.length === 0) return undefined;
  return keyword.startsWith("min") ? Math.max(...values) : Math.min(...values);
}

function range(min: number | undefined, max: number | undefined, noun: string): readonly Code[] {
  const least = min === 0 && noun !== "" ? undefined : min;
  if (least === undefined && max === undefined) return [];
  const plural = noun === "property" ? "properties" : `${noun}s`;
  const unit = noun === "" ? "" : ` ${(max ?? least) === 1 ? noun : plural}`;
  if (least === max) return [markdownText(`exactly ${least}${unit}`)];
  if (least === undefined) return [markdownText(`at most ${max}${unit}`)];
  return [markdownText(max === undefined ? `at least ${least}${unit}` : `${least} to ${max}${unit}`)];
}

function exclusive(schemas: readonly SchemaObject[]): readonly Code[] {
  const of = (keyword: "exclusiveMinimum" | "exclusiveMaximum"): number[] =>
    schemas.map((schema) => schema[keyword]).filter((value) => typeof value === "number");
  return [
    ...of("exclusiveMinimum").map((value) => markdownText(`greater than ${value}`)),
    ...of("exclusiveMaximum").map((value) => markdownText(`less than ${value}`)),
  ];
}
