import { withExactOf } from "../exact-number.js";
import { type Reading, readingOf } from "../reading.js";
import type { SchemaObject } from "../schema-walk.js";
import { nullableKeywords } from "./nullable.js";

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
export function fromOpenApi30(value: unknown, reading: Reading = "keywords"): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value)) return value.map((item) => fromOpenApi30(item));
  const result = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fromOpenApi30(item, readingOf(reading, key, item))]),
  );
  return withExactOf(reading === "keywords" ? withoutOldKeywords(result) : result, value);
}

function withoutOldKeywords({ nullable, ...result }: Record<string, unknown>): Record<string, unknown> {
  for (const bound of ["exclusiveMinimum", "exclusiveMaximum"] as const) {
    if (typeof result[bound] !== "boolean") continue;
    const limit = result[bound === "exclusiveMinimum" ? "minimum" : "maximum"];
    if (result[bound] === true && limit !== undefined) result[bound] = limit;
    else delete result[bound];
  }
  return nullable === true ? { ...result, ...nullableKeywords(result) } : result;
}
