import { below } from "../../../reader/documents/place.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule, RuleContext, RuleFinding } from "../rule.js";
import { appliedTo, schemaTypes } from "../walk/schema-node.js";

/** Texts that the API accepts at any length. */
export const requestStringLimit: Rule = {
  name: "request-string-limit",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A text that the API accepts has no `maxLength`.",
  why: "Without a limit, one request can fill memory, logs and columns, and two implementations of the API cut at different lengths.",
  remedy: "Add the `maxLength` that the implementation has anyway.",
  severity: "off",
  check: (context) => unlimited(context, "string", isBoundedText),
};

/** Lists that the API accepts at any length. */
export const requestArrayLimit: Rule = {
  name: "request-array-limit",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A list that the API accepts has no `maxItems`.",
  why: "Work per item multiplies: one request with a million items can keep the API busy for as long as a million requests.",
  remedy: "Add the `maxItems` that the implementation has anyway.",
  severity: "off",
  check: (context) => unlimited(context, "array", isBoundedList),
};

function* unlimited(
  { contracts, schemas }: RuleContext,
  type: "string" | "array",
  isBounded: (schema: SchemaObject) => boolean,
): Generator<RuleFinding> {
  const [noun, keyword] = type === "string" ? ["text", "maxLength"] : ["list", "maxItems"];
  for (const node of schemas) {
    const title = node.flows.get("to-provider");
    if (title === undefined || !schemaTypes(node.schema).includes(type)) continue;
    if (appliedTo(contracts, node).some(isBounded)) continue;
    const name = node.property === undefined ? `a ${noun}` : `\`${node.property}\``;
    yield {
      place: node.place,
      target: "key",
      message: `${name} is accepted at any length (${title}): there is no \`${keyword}\``,
    };
  }
}

/** These formats have a length of their own; a URI or an e-mail address can be long. */
const shortFormats = new Set(["date", "date-time", "time", "duration", "uuid", "ipv4", "ipv6"]);

function isBoundedText(schema: SchemaObject): boolean {
  const { maxLength, const: only, enum: some, format, pattern } = schema;
  if (maxLength !== undefined || only !== undefined || Array.isArray(some)) return true;
  if (typeof format === "string" && (shortFormats.has(format) || format === "binary")) return true;
  return typeof pattern === "string" && isBoundedPattern(pattern);
}

/** Whether a pattern is anchored at both ends and repeats nothing without a limit. */
function isBoundedPattern(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, "_").replace(/\[[^\]]*\]?/g, "_");
  return /^\^.*\$$/.test(bare) && !/[*+|]|\{\d+,\}/.test(bare);
}

function isBoundedList({ maxItems, const: only, enum: some, items, prefixItems }: SchemaObject): boolean {
  return (
    maxItems !== undefined ||
    only !== undefined ||
    Array.isArray(some) ||
    (Array.isArray(prefixItems) && items === false)
  );
}

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
  return /^u?int64$/.test(String(schema.format)) || schemaTypes(schema).includes("string");
}

function isUnsafe(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}
