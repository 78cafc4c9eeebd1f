import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule } from "../rule.js";
import { appliedTo, typesOf } from "../walk/applied.js";

const named = /(?:_(?:at|on|date|time|timestamp)|(?:[a-z]At|On|Date|Timestamp)|^(?:date|timestamp))$/;
const rfc3339 = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/;

/** Texts that are dates, and don't say in which format. */
export const dateFormat: Rule = {
  name: "date-format",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A text is a date or a time by its name or its example, and has no `format`.",
  why: "Without one, each side guesses: with or without a zone, with seconds or milliseconds, and nothing checks it.",
  remedy: "Add `format: date-time` or `format: date` (RFC 3339), or a `pattern` if it is something else.",
  severity: "warning",
  *check({ contracts, schemas }) {
    for (const node of schemas) {
      const { property = "", schema, place } = node;
      if (!typesOf(schema).includes("string")) continue;
      const examples = examplesOf(schema);
      const isDate = examples.length > 0 && examples.every((text) => rfc3339.test(text));
      if (!isDate && !(named.test(property) && examples.length === 0)) continue;
      if (appliedTo(contracts, node).some(saysForm)) continue;
      const name = property === "" ? "this text" : `\`${property}\``;
      yield {
        place,
        target: "key",
        message: `${name} ${isDate ? "has a date as its example" : "is a date by its name"}, but no \`format\``,
        ...(isDate
          ? { remedy: `Add \`format: ${/[Tt ]/.test(examples[0] ?? "") ? "date-time" : "date"}\`.` }
          : {}),
      };
    }
  },
};

function saysForm({ format, pattern, enum: some, const: only }: SchemaObject): boolean {
  return format !== undefined || pattern !== undefined || some !== undefined || only !== undefined;
}

function examplesOf({ example, examples }: SchemaObject): string[] {
  const all = [example, ...(Array.isArray(examples) ? examples : [])];
  return all.filter((value) => typeof value === "string");
}
