import { below } from "../../../reader/documents/place.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule } from "../rule.js";
import { typesOf } from "../walk/applied.js";

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const data = ["const", "default", "example"];

/** Integers that JSON parsers round. */
export const unsafeInteger: Rule = {
  name: "unsafe-integer",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "An integer can be beyond 2^53, and no `format` says so.",
  why: "JavaScript and many other JSON parsers read numbers as doubles, so they silently turn such an id or amount into another one.",
  remedy:
    "Send it as a string, limit it to ±9007199254740991, or add `format: int64` so that clients read it with care.",
  severity: "warning",
  *check({ schemas }) {
    for (const { place, schema } of schemas) {
      if (isMarked(schema)) continue;
      for (const keyword of [...bounds, ...data]) {
        if (!isUnsafe(schema[keyword])) continue;
        yield {
          place: below(place, keyword),
          message: `\`${keyword}\` is an integer beyond 2^53, which many JSON parsers round`,
          detail: keyword,
        };
      }
      for (const keyword of ["enum", "examples"]) {
        const values = schema[keyword];
        if (!Array.isArray(values)) continue;
        const index = values.findIndex(isUnsafe);
        if (index < 0) continue;
        yield {
          place: below(place, keyword, String(index)),
          message: `\`${keyword}\` has an integer beyond 2^53, which many JSON parsers round`,
          detail: keyword,
        };
      }
    }
  },
};

function isMarked(schema: SchemaObject): boolean {
  return /^u?int64$/.test(String(schema.format)) || typesOf(schema).includes("string");
}

function isUnsafe(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}
