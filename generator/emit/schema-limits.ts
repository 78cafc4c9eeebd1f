import type { SchemaObject } from "../../reader/documents/schema-walk.js";
import { type Code, code } from "../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../reader/text/code/markdown.js";

/** What some schemas of one value say together beyond its type: its format and its limits. */
export function schemaLimits(schemas: readonly SchemaObject[]): Code[] {
  const constraints: Code[] = [
    ...numberKind(schemas),
    ...distinct(schemas, "format").map(markdownCode),
    ...range(limit(schemas, "minimum"), limit(schemas, "maximum"), ""),
    ...exclusive(schemas),
    ...distinct(schemas, "multipleOf").map((step) => code`multiple of ${markdownCode(step)}`),
    ...range(limit(schemas, "minLength"), limit(schemas, "maxLength"), "character"),
    ...distinct(schemas, "pattern").map((pattern) => code`matches ${markdownCode(pattern)}`),
    ...range(limit(schemas, "minItems"), limit(schemas, "maxItems"), "item"),
  ];
  if (schemas.some(({ uniqueItems }) => uniqueItems === true)) constraints.push(code`no item twice`);
  constraints.push(...range(limit(schemas, "minProperties"), limit(schemas, "maxProperties"), "property"));
  return constraints;
}

/** JSON has one type for both, and a value such as `1.0` is an integer. */
function numberKind(schemas: readonly SchemaObject[]): readonly Code[] {
  const types = schemas.flatMap(({ type }) => [type].flat());
  if (types.includes("integer")) return [code`integer`];
  if (types.includes("number")) return [code`number, with or without a fraction`];
  return [];
}

function distinct(schemas: readonly SchemaObject[], keyword: "format" | "pattern" | "multipleOf"): string[] {
  const values = schemas.map((schema) => schema[keyword]);
  return [...new Set(values.filter((value) => value !== undefined).map(String))];
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
  if (keyword.startsWith("min")) return Math.max(...values);
  return Math.min(...values);
}

function range(min: number | undefined, max: number | undefined, noun: string): readonly Code[] {
  const least = min === 0 && noun !== "" ? undefined : min;
  if (least === undefined && max === undefined) return [];
  const plural = noun === "property" ? "properties" : `${noun}s`;
  const counted = (max ?? least) === 1 ? noun : plural;
  const unit = noun === "" ? "" : ` ${counted}`;
  if (least === max) return [markdownText(`exactly ${least}${unit}`)];
  if (least === undefined) return [markdownText(`at most ${max}${unit}`)];
  if (max === undefined) return [markdownText(`at least ${least}${unit}`)];
  return [markdownText(`${least} to ${max}${unit}`)];
}

function exclusive(schemas: readonly SchemaObject[]): readonly Code[] {
  const of = (keyword: "exclusiveMinimum" | "exclusiveMaximum"): number[] =>
    schemas.map((schema) => schema[keyword]).filter((value) => typeof value === "number");
  return [
    ...of("exclusiveMinimum").map((value) => markdownText(`greater than ${value}`)),
    ...of("exclusiveMaximum").map((value) => markdownText(`less than ${value}`)),
  ];
}

/** The same in one sentence for a comment, with the default; `undefined` if there is nothing to say but the type. */
export function limitsSentence(schemas: readonly SchemaObject[]): string | undefined {
  if (!schemas.some(saysMore)) return undefined;
  const kinds = numberKind(schemas).length;
  const limits = schemaLimits(schemas);
  const given = schemas.find((schema) => schema.default !== undefined)?.default;
  const text =
    given === undefined || (typeof given === "object" && given !== null) ? undefined : String(given);
  const formats = distinct(schemas, "format").map((name) => markdownCode(name).toString());
  const named = limits.map((limit) => (formats.includes(`${limit}`) ? `format ${limit}` : `${limit}`));
  const parts = limits.length > kinds ? named : [];
  if (text !== undefined && text.length <= 60) parts.push(`default ${markdownCode(text)}`);
  if (parts.length === 0) return undefined;
  const sentence = parts.join("; ");
  // A table cell would need the backslash; a comment shows it.
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`.replaceAll("\\|", "|");
}

const said: ReadonlySet<string> = new Set(
  (
    "format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems " +
    "minProperties maxProperties default"
  ).split(" "),
);

/** Whether a schema has one of the keywords: of a large contract, most members have none. */
function saysMore(schema: SchemaObject): boolean {
  for (const keyword in schema) if (said.has(keyword)) return true;
  return false;
}
