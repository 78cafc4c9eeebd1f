import { schemaForms as keywordForms } from "./keywords.js";
import { compilePattern } from "./pattern.js";
import { isSchemaObject } from "./schema-walk.js";
import { typeNames } from "./type-names.js";

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
function formOf(keyword: string): readonly [string, (value: unknown) => boolean] | readonly [] {
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
  const [wanted, isRight] = form === undefined ? formOf(keyword) : schemaForms[form];
  return isRight === undefined || isRight(value) ? undefined : wanted;
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
  const [wanted, isRight] = form === "data" ? formOf(keyword) : schemaForms[form];
  if (isRight !== undefined && !isRight(value)) throw errorFor(`\`${keyword}\` must be ${wanted}`);
  if (keyword === "patternProperties")
    for (const pattern of Object.keys(value as object)) assertPattern(pattern, errorFor);
}

function assertPattern(pattern: unknown, errorFor: (reason: string) => Error): void {
  try {
    if (isText(pattern)) return void compilePattern(pattern);
  } catch (error) {
    throw errorFor(
      `invalid regular expression \`${String(pattern)}\`: ${(error as Error).message.replace(/^Invalid regular expression: /, "")}`,
    );
  }
  throw errorFor("`pattern` must be a string");
}
