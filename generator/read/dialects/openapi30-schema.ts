import { withExactOf } from "../exact-number.js";
import { type Reading, readingOf } from "../reading.js";
import { nullableKeywords } from "./nullable.js";

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
