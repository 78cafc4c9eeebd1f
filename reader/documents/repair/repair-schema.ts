import { nullableKeywords } from "../dialects/nullable.js";
import { ignoredBesideReference } from "../dialects/openapi30-schema.js";
import { misformed } from "../keyword-form.js";
import { readPattern } from "../pattern.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";
import { typeNames, unknownType } from "../type-names.js";
import { discriminatorRepairs } from "./discriminator-form.js";
import { enumRepairs } from "./enum-values.js";
import type { KeywordRepair } from "./keyword-repair.js";

/** How the keywords of one schema are read that aren't valid as they are written. Subschemas are left alone. */
export function repairsOf(
  schema: SchemaObject,
  { isVersion30 }: { readonly isVersion30: boolean },
): KeywordRepair[] {
  const ignored = isVersion30 ? besideReference(schema) : [];
  const others = Object.keys(without(schema, ignored));
  const misformed = [
    ...ignored,
    ...others.flatMap((keyword) => misformedKeyword(schema, keyword, isVersion30)),
  ];
  const sound = without(schema, misformed);
  const [values] = enumRepairs(sound);
  const repairs = values === undefined ? misformed : [...misformed, values];
  if (isVersion30) return repairs;
  const kept = values === undefined ? sound : without(sound, [values]);
  const read = values !== undefined && "value" in values ? { ...kept, enum: values.value } : kept;
  return [...repairs, ...nullableIn31(read), ...limitsIn31(schema)];
}

function besideReference(schema: SchemaObject): KeywordRepair[] {
  return ignoredBesideReference(schema).map((keyword) => ({
    keyword,
    code: "schema-invalid",
    message: `OpenAPI 3.0 ignores \`${keyword}\` next to a \`$ref\`, so it is left out`,
    hint: "Put the reference and the other keywords into a list in `allOf`, or use OpenAPI 3.1, where both count.",
  }));
}

/** Without the keywords that are left out or replaced. */
function without(schema: SchemaObject, repairs: readonly KeywordRepair[]): SchemaObject {
  if (repairs.length === 0) return schema;
  const left = new Set(repairs.flatMap(({ keyword, entry }) => (entry === undefined ? [keyword] : [])));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !left.has(keyword)));
}

const limits = ["exclusiveMinimum", "exclusiveMaximum"];
const texts = ["$ref", "title", "description"];
const unions = ["anyOf", "oneOf"];

function misformedKeyword(schema: SchemaObject, keyword: string, isVersion30: boolean): KeywordRepair[] {
  const value = schema[keyword];
  // Most schemas of a large document are made of these.
  if (keyword === "type" && (typeNames as readonly unknown[]).includes(value)) return [];
  if (texts.includes(keyword)) return typeof value === "string" ? [] : leftOut(keyword, "a text");
  if (limits.includes(keyword) && typeof value === "boolean") return [];
  if (keyword === "discriminator") return discriminatorRepairs(value);
  if (unions.includes(keyword) && Array.isArray(value) && value.length === 0)
    return leftOut(keyword, "a list with a schema");
  if (keyword === "properties" && isSchemaObject(value)) return misformedEntries(keyword, value);
  if (keyword === "pattern" && typeof value !== "string") return leftOut(keyword, "a text");
  if (
    keyword === "type" &&
    [value].flat().includes(null) &&
    unknownType(withNullNamed(value)) === undefined
  ) {
    const message = '`null` as a type is read as `"null"`';
    const hint = 'Put it in quotes: `"null"`.';
    return [{ keyword, code: "schema-invalid", value: withNullNamed(value), message, hint }];
  }
  const isNamed = keyword === "type" && [value].flat().every((name) => typeof name === "string");
  const unknown = isNamed ? unknownType(value) : undefined;
  if (unknown !== undefined) return [{ keyword, code: "type-unknown", ...unknown }];
  const wanted = misformed(keyword, value);
  // In 3.0 `additionalProperties` alone may be a boolean, but any schema means the same as in 3.1.
  return wanted === undefined || (isVersion30 && typeof value === "boolean" && wanted === "a schema")
    ? []
    : leftOut(keyword, wanted);
}

function leftOut(keyword: string, wanted: string): KeywordRepair[] {
  return [
    {
      keyword,
      code: "schema-invalid",
      message: `\`${keyword}\` must be ${wanted}, so it is left out`,
      hint: `Write \`${keyword}\` as the specification says, or remove it.`,
    },
  ];
}

/** A `type` in which the name of null has no quotes, so that YAML reads a null. */
function withNullNamed(type: unknown): unknown {
  return Array.isArray(type) ? type.map((name: unknown) => name ?? "null") : (type ?? "null");
}

function misformedEntries(keyword: string, entries: SchemaObject): KeywordRepair[] {
  return Object.keys(entries)
    .filter((entry) => !isSchemaObject(entries[entry]) && typeof entries[entry] !== "boolean")
    .map((entry) => ({
      keyword,
      entry,
      value: {},
      code: "schema-invalid",
      message: `the property \`${entry}\` must be a schema; it is read as any value`,
      hint: "Write `{}` for any value.",
    }));
}

const nullableHint =
  'Write `type: [string, "null"]` (with your type), or add `{ type: "null" }` to the union.';

/** `nullable` is a keyword of 3.0, but what it means is plain. */
function nullableIn31(schema: SchemaObject): KeywordRepair[] {
  const { nullable } = schema;
  if (nullable === undefined) return [];
  const message =
    nullable === true
      ? "`nullable` isn't a keyword of OpenAPI 3.1; the value may be null nevertheless"
      : "`nullable` isn't a keyword of OpenAPI 3.1";
  const gone: KeywordRepair = { keyword: "nullable", code: "keyword-outdated", message, hint: nullableHint };
  return nullable === true ? [gone, ...nullToo(schema)] : [gone];
}

function nullToo(schema: SchemaObject): KeywordRepair[] {
  const changed = Object.entries(nullableKeywords(schema));
  return changed.map(([keyword, value]) => ({ keyword, value, code: "keyword-outdated" }));
}

/** The boolean form of 3.0. */
function limitsIn31(schema: SchemaObject): KeywordRepair[] {
  return limits.flatMap((keyword): KeywordRepair[] => {
    const isExclusive = schema[keyword];
    if (typeof isExclusive !== "boolean") return [];
    const limit = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
    const value = schema[limit];
    const message = `a boolean \`${keyword}\` isn't of OpenAPI 3.1; it is read as in 3.0`;
    const hint = `Write the limit itself: \`${keyword}: 0\`.`;
    const replaced = isExclusive && typeof value === "number";
    return [{ keyword, ...(replaced && { value }), code: "keyword-outdated", message, hint }];
  });
}

/** How patterns are read that aren't ECMA-262: not at all. */
export function patternRepairs(schema: SchemaObject): KeywordRepair[] {
  const { pattern, patternProperties } = schema;
  const code = "pattern-invalid";
  const found: KeywordRepair[] = [];
  if (typeof pattern === "string") {
    const reading = readPattern(pattern);
    if (reading.kind === "unreadable")
      found.push({
        keyword: "pattern",
        code,
        message: `invalid regular expression, so \`pattern\` is left out and any text passes: ${reading.reason}`,
        hint: patternHint,
      });
  }
  if (!isSchemaObject(patternProperties)) return found;
  for (const entry of Object.keys(patternProperties)) {
    const reading = readPattern(entry);
    if (reading.kind !== "unreadable") continue;
    const message = `invalid regular expression, so these members are left out of \`patternProperties\`, and any others pass: ${reading.reason}`;
    found.push({ keyword: "patternProperties", entry, code, message, hint: patternHint });
    for (const keyword of ["additionalProperties", "unevaluatedProperties"])
      if (schema[keyword] !== undefined) found.push({ keyword, code });
  }
  return found;
}

const patternHint = "Write it in ECMA-262, the language of JavaScript's regular expressions.";
