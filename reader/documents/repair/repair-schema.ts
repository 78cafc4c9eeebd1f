import { readPattern } from "../../patterns/read-pattern.js";
import { ignoredBesideReference, nullableKeywords } from "../dialects/older-schemas.js";
import { withExactNumbers } from "../exact-number.js";
import { misformed, typeNames, unknownType } from "../keyword-form.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";

/** How the keywords of one schema are read that aren't valid as they are written. Subschemas are left alone. */
export function schemaRepairs(
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
  return withExactNumbers(
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !left.has(keyword))),
    schema,
  );
}

const limits = ["exclusiveMinimum", "exclusiveMaximum"];
const texts = ["$ref", "title", "description"];
const unions = ["anyOf", "oneOf"];

function misformedKeyword(schema: SchemaObject, keyword: string, isVersion30: boolean): KeywordRepair[] {
  const value = schema[keyword];
  // Most schemas of a large document are made of these.
  if (keyword === "type" && (typeNames as readonly unknown[]).includes(value)) return [];
  if (texts.includes(keyword)) {
    if (typeof value === "string") return [];
    return leftOut(keyword, "a text");
  }
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
  if (wanted === undefined || (isVersion30 && typeof value === "boolean" && wanted === "a schema")) return [];
  return leftOut(keyword, wanted);
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
  if (Array.isArray(type)) return type.map((name: unknown) => name ?? "null");
  return type ?? "null";
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
  const message = "`nullable` isn't a keyword of OpenAPI 3.1";
  const gone: KeywordRepair = { keyword: "nullable", code: "keyword-outdated", message, hint: nullableHint };
  if (nullable !== true) return [gone];
  return [{ ...gone, message: `${message}; the value may be null nevertheless` }, ...nullToo(schema)];
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

/** What to read instead of a keyword, and why. */
export interface KeywordRepair {
  readonly keyword: string;
  /** The entry of the keyword's value that is concerned; absent if it is all of it. */
  readonly entry?: string;
  /** Where the reason is, below the keyword or its entry. */
  readonly at?: readonly string[];
  /** What is read instead; without it, the keyword, or its entry, is left out. */
  readonly value?: unknown;
  readonly code: "schema-invalid" | "type-unknown" | "keyword-outdated" | "pattern-invalid";
  /** Absent if another repair says so. */
  readonly message?: string;
  readonly hint?: string;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * How an `enum` is read whose values aren't of the schema's `type`: in YAML, `1` and `"1"` look alike, so a value that can be one of the type is
 * read as that. If nothing is left that the type allows, no value would match, and `enum` is left out.
 */
export function enumRepairs({ type, enum: values, nullable }: SchemaObject): KeywordRepair[] {
  if (type === undefined || !Array.isArray(values) || values.length === 0) return [];
  const types = [type].flat().filter((name) => typeof name === "string");
  const isOfType = (value: unknown): boolean =>
    types.some((name) => hasType(name, value)) || (value === null && nullable === true);
  if (values.every(isOfType)) return [];
  const read = values.map((value) => {
    if (isOfType(value)) return value;
    return converted(value, types) ?? value;
  });
  const named = types.map((name) => `\`${name}\``).join(" or ");
  const repair = { keyword: "enum", code: "schema-invalid" } as const;
  const hint =
    "Write the values as the type says (in YAML, a number in quotes is a string), or change the type.";
  if (!read.some((value) => isOfType(value) && value !== null))
    return [
      { ...repair, message: `no value of \`enum\` is of the type ${named}, so \`enum\` is left out`, hint },
    ];
  const changed = values.find((value, index) => value !== read[index]);
  if (changed === undefined) return [];
  const message = `\`enum\` has values that aren't of the type ${named}, such as ${JSON.stringify(changed)}; they are read as that type`;
  return [{ ...repair, value: read, message, hint }];
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function converted(value: unknown, types: readonly string[]): unknown {
  for (const type of types) {
    if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
    if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
    if ((type === "integer" || type === "number") && typeof value === "string" && number.test(value)) {
      const found = Number(value);
      if (hasType(type, found)) return found;
    }
  }
  return undefined;
}

/** How a `discriminator` is read that isn't valid as it is written: without what isn't a text where there must be one, or not at all. */
function discriminatorRepairs(discriminator: unknown): KeywordRepair[] {
  if (!isSchemaObject(discriminator)) return [discriminatorLeftOut([], "an object with a `propertyName`")];
  const { propertyName, mapping } = discriminator;
  if (propertyName !== undefined && typeof propertyName !== "string")
    return [discriminatorLeftOut(["propertyName"], "a text", "the discriminator")];
  if (mapping === undefined) return [];
  if (!isSchemaObject(mapping)) {
    const { mapping: _gone, ...value } = discriminator;
    return [{ ...discriminatorLeftOut(["mapping"], "an object of texts"), value }];
  }
  const wrong = Object.keys(mapping).filter((name) => typeof mapping[name] !== "string");
  const kept = Object.entries(mapping).filter(([name]) => !wrong.includes(name));
  const value = { ...discriminator, mapping: Object.fromEntries(kept) };
  return wrong.map((name) => ({
    ...discriminatorLeftOut(["mapping", name], "the name of a schema or a reference to one"),
    value,
  }));
}

function discriminatorLeftOut(at: readonly string[], wanted: string, gone = "it"): KeywordRepair {
  const name = at.at(-1) ?? "discriminator";
  return {
    keyword: "discriminator",
    at,
    code: "schema-invalid",
    message: `\`${name}\` must be ${wanted}, so ${gone} is left out`,
    hint: "Write it as the specification says, or remove it.",
  };
}
