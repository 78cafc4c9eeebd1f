import { nearestNames } from "@oipkit/runtime/nearest-names";
import { readPattern } from "../patterns/read-pattern.js";
import { isSchemaObject, schemaForms as keywordForms } from "./schema-walk.js";

/** The types of JSON Schema. */
export const typeNames = ["null", "boolean", "string", "number", "integer", "array", "object"] as const;

/** What other languages call a type, and what to write instead. */
const otherNames: Readonly<Record<string, string>> = {
  ...named("`type: integer`", "int int8 int16 uint uint8 uint16 uint32 uint64 bigint byte short"),
  ...named("`type: integer` with `format: int32`", "int32"),
  ...named("`type: integer` with `format: int64`", "int64 long timestamp"),
  ...named("`type: number`", "decimal numeric real num money"),
  ...named("`type: number` with `format: float`", "float float32"),
  ...named("`type: number` with `format: double`", "double float64"),
  ...named("`type: string`", "str text char varchar enum"),
  ...named("`type: string` with `format: date`", "date localdate"),
  ...named("`type: string` with `format: date-time`", "datetime date-time date_time instant"),
  ...named("`type: string` with `format: time`", "time"),
  ...named("`type: string` with `format: uuid`", "uuid guid"),
  ...named("`type: string` with `format: uri`", "uri url"),
  ...named("`type: string` with `format: email`", "email"),
  ...named("`type: string` with `format: password`", "password"),
  ...named("`type: string` with `format: binary`", "file binary blob bytes stream"),
  ...named("`type: boolean`", "bool flag"),
  ...named("`type: array`", "list tuple set collection"),
  ...named("`type: object`", "dict dictionary map hash hashmap json record struct"),
  ...named("`type: null`, or in OpenAPI 3.0 `nullable: true`", "none nil undefined void"),
  ...named("nothing: without `type`, any value is allowed", "any mixed unknown"),
};

function named(remedy: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, remedy]));
}

/** What is wrong with the name of a type, and what may be meant. */
interface UnknownType {
  readonly message: string;
  readonly hint: string;
}

/** The first of the names in a `type` that isn't that of a type; `undefined` if all are. */
export function unknownType(type: unknown): UnknownType | undefined {
  const names = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  for (const name of names) {
    if (typeof name !== "string")
      return {
        message: `\`${String(JSON.stringify(name))}\` isn't the name of a type`,
        hint: formHint(name),
      };
    if (!(typeNames as readonly string[]).includes(name))
      return { message: `there is no type \`${name}\``, hint: meant(name) };
  }
  return undefined;
}

function formHint(name: unknown): string {
  if (name === null) return 'Put the name in quotes: `"null"`.';
  return `Write the name of a type; ${listed}.`;
}

const listed = `there are ${typeNames.map((each) => `\`${each}\``).join(", ")}`;

function meant(name: string): string {
  const plain = name.trim().toLowerCase();
  if ((typeNames as readonly string[]).includes(plain)) return `Did you mean \`${plain}\`?`;
  const other = Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined;
  if (other !== undefined) return `Write ${other}.`;
  const [near] = nearestNames(plain, typeNames);
  if (near === undefined)
    return `Write the name of a type; ${listed}. Without \`type\`, any value is allowed.`;
  return `Did you mean \`${near}\`?`;
}

const types: ReadonlySet<string> = new Set(typeNames);
const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isType = (value: unknown): boolean => isText(value) && types.has(value);
const isSchema = (value: unknown): boolean => isSchemaObject(value) || typeof value === "boolean";

const counts = ["Length", "Items", "Properties", "Contains"].flatMap((of) => [`min${of}`, `max${of}`]);
const limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/** By keyword of 2020-12: what its value must be, in words and as a check. */
const forms: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  ...Object.fromEntries(counts.map((keyword) => [keyword, ["a whole number of at least 0", isCount]])),
  ...Object.fromEntries(limits.map((keyword) => [keyword, ["a number", isNumber]])),
  type: ["the name of a type or a list of type names", (value) => [value].flat().every(isType)],
  enum: ["a list", Array.isArray],
  format: ["a string", isText],
  multipleOf: ["a number above 0", (value) => isNumber(value) && (value as number) > 0],
  uniqueItems: ["a boolean", (value) => typeof value === "boolean"],
  required: ["a list of strings", isTexts],
  dependentRequired: [
    "an object of lists of strings",
    (value) => isSchemaObject(value) && Object.values(value).every(isTexts),
  ],
};

const schemaForms = {
  one: ["a schema", isSchema],
  list: ["a list of schemas", (value: unknown) => Array.isArray(value) && value.every(isSchema)],
  map: [
    "an object of schemas",
    (value: unknown) => isSchemaObject(value) && Object.values(value).every(isSchema),
  ],
} as const;

/** A keyword may be any text, such as `__proto__`. */
function expectedForm(keyword: string): readonly [string, (value: unknown) => boolean] | readonly [] {
  return (Object.hasOwn(forms, keyword) ? forms[keyword] : undefined) ?? [];
}

/** The form of each keyword of 2020-12 whose value holds schemas. */
const formsOfSchemas: ReadonlyMap<string, keyof typeof schemaForms> = new Map(
  (["map", "list", "one"] as const).flatMap((form) =>
    keywordForms["2020-12"][form].map((keyword) => [keyword, form] as const),
  ),
);

/** What the value of a keyword of 2020-12 must be, in words; `undefined` if it is that, or the keyword takes anything. Patterns aside. */
export function misformed(keyword: string, value: unknown): string | undefined {
  const form = formsOfSchemas.get(keyword);
  const [wanted, isRight] = form === undefined ? expectedForm(keyword) : schemaForms[form];
  if (isRight === undefined || isRight(value)) return undefined;
  return wanted;
}

/** Throws the error that `errorFor` makes if the value of a keyword isn't valid in 2020-12. */
export function assertForm(
  keyword: string,
  {
    form,
    value,
    errorFor,
  }: {
    readonly form: "one" | "list" | "map" | "data";
    readonly value: unknown;
    readonly errorFor: (reason: string) => Error;
  },
): void {
  if (keyword === "pattern") assertPattern(value, errorFor);
  const [wanted, isRight] = form === "data" ? expectedForm(keyword) : schemaForms[form];
  if (isRight !== undefined && !isRight(value)) throw errorFor(`\`${keyword}\` must be ${wanted}`);
  if (keyword === "patternProperties")
    for (const pattern of Object.keys(value as object)) assertPattern(pattern, errorFor);
}

function assertPattern(pattern: unknown, errorFor: (reason: string) => Error): void {
  if (!isText(pattern)) throw errorFor("`pattern` must be a string");
  const reading = readPattern(pattern);
  if (reading.kind === "unreadable")
    throw errorFor(`invalid regular expression \`${pattern}\`: ${reading.reason}`);
}
