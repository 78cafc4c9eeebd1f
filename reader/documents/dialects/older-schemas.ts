import { withChangedParts } from "../changed-parts.js";
import { type PartReading, valueReading } from "../document.js";
import { changedExactly } from "../exact-number.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";

/** What OpenAPI 3.0 ignores next to a `$ref`, keywords of later versions included; annotations there are harmless. */
const judging = new Set(
  (
    "type format enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern items maxItems minItems " +
    "uniqueItems properties required maxProperties minProperties additionalProperties allOf oneOf anyOf not discriminator " +
    "const if then else patternProperties propertyNames unevaluatedProperties dependentRequired dependentSchemas dependencies " +
    "prefixItems additionalItems contains minContains maxContains unevaluatedItems"
  ).split(" "),
);

/** The keywords of a schema of OpenAPI 3.0 that don't count, since they are next to a `$ref`. */
export function ignoredBesideReference(schema: SchemaObject): string[] {
  if (typeof schema.$ref !== "string") return [];
  return Object.keys(schema).filter((keyword) => judging.has(keyword));
}

/** A value that has schemas of OpenAPI 3.0 in it, with these in the words of JSON Schema 2020-12. */
export function fromOpenApi30(value: unknown, reading: PartReading = "keywords"): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  const result = withChangedParts(value, (item, key) =>
    fromOpenApi30(item, key === undefined ? "keywords" : valueReading(reading, key, item)),
  );
  if (reading === "keywords" && isSchemaObject(result)) return changedExactly(result, withoutOldKeywords);
  return result;
}

function withoutOldKeywords(schema: SchemaObject): SchemaObject {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const hasOld =
    "nullable" in schema || typeof exclusiveMinimum === "boolean" || typeof exclusiveMaximum === "boolean";
  if (!hasOld) return schema;
  const { nullable, ...result }: Record<string, unknown> = schema;
  for (const bound of ["exclusiveMinimum", "exclusiveMaximum"] as const) {
    if (typeof result[bound] !== "boolean") continue;
    const limit = result[bound === "exclusiveMinimum" ? "minimum" : "maximum"];
    if (result[bound] === true && limit !== undefined) result[bound] = limit;
    else delete result[bound];
  }
  if (nullable === true) return { ...result, ...nullableKeywords(result) };
  return result;
}

/**
 * Marks a schema that also allows null, whatever its other keywords say: what `nullable: true` becomes where `type` and
 * `enum` can't say it. It is written only while contracts are read, and stays beside the keywords as they were written, so
 * that places in the contract remain true.
 */
export const orNull = "x-or-null";

/** Keywords, besides `type` and `enum`, that can refuse null. All others only look at values of other types. */
export const refusingNull: readonly string[] = ["$ref", "allOf", "anyOf", "oneOf", "not", "const"];

/**
 * The keywords that change so that `nullable: true` means what authors mean by it: null is allowed, whatever else the
 * schema says. By the letter of OpenAPI 3.0, it only extends a `type` beside it.
 */
export function nullableKeywords(schema: SchemaObject): Record<string, unknown> {
  const { type, enum: values } = schema;
  const changed: Record<string, unknown> = {};
  const types = [type].flat();
  if (type !== undefined && !types.includes("null")) changed.type = [...types, "null"];
  if (Array.isArray(values) && !values.includes(null)) changed.enum = [...values, null];
  if (refusingNull.some((keyword) => schema[keyword] !== undefined)) changed[orNull] = true;
  return changed;
}

/** Whether a schema allows null whatever its other keywords say. */
export function allowsNull(schema: SchemaObject): boolean {
  return schema[orNull] === true;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of a schema of draft-07 (or 2019-09) in the words of JSON Schema 2020-12: `items` as a list, `additionalItems`
 * and `dependencies`. The same object if it has none of them.
 */
export function fromDraft07(schema: Members): Members {
  const isTuple = Array.isArray(schema.items);
  const { dependencies } = schema;
  const hasDependencies = isSchemaObject(dependencies);
  if (!isTuple && !hasDependencies && !("additionalItems" in schema)) return schema;
  const { items, additionalItems, dependencies: _old, ...others } = schema;
  return {
    ...others,
    ...(isTuple && { prefixItems: items }),
    ...(isTuple && additionalItems !== undefined && { items: additionalItems }),
    ...(!isTuple && items !== undefined && { items }),
    ...(hasDependencies && splitDependencies(schema, dependencies)),
  };
}

/** 2020-12 splits this keyword in two. */
function splitDependencies(schema: Members, dependencies: Members): Members {
  const entries = Object.entries(dependencies);
  const part = (keyword: string, found: readonly (readonly [string, unknown])[]): Members => {
    const own = schema[keyword];
    if (found.length === 0) return {};
    return { [keyword]: { ...(isSchemaObject(own) && own), ...Object.fromEntries(found) } };
  };
  return {
    ...part(
      "dependentRequired",
      entries.filter(([, item]) => Array.isArray(item)),
    ),
    ...part(
      "dependentSchemas",
      entries.filter(([, item]) => !Array.isArray(item)),
    ),
  };
}
