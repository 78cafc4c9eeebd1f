import type { SchemaObject } from "../documents/schema-walk.js";

/** A keyword that is valid where it is, but asserts nothing there, or lets nothing pass. */
export interface IneffectiveKeyword {
  readonly keyword: string;
  readonly message: string;
  readonly hint: string;
}

/** The keywords of a schema of 2020-12 that are valid and can hardly be meant. */
export function ineffectiveKeywords(schema: SchemaObject): IneffectiveKeyword[] {
  return [...branches(schema), ...counts(schema), ...emptyEnum(schema)];
}

function branches(schema: SchemaObject): IneffectiveKeyword[] {
  const own = ["if", "then", "else"].filter((keyword) => schema[keyword] !== undefined);
  if (own.includes("if"))
    return own.length > 1
      ? []
      : [noEffect("if", "without `then` and `else`", "Add `then` or `else`, or remove `if`.")];
  return own.map((keyword) => noEffect(keyword, "without `if`", `Add \`if\`, or remove \`${keyword}\`.`));
}

function counts({ contains, minContains, maxContains }: SchemaObject): IneffectiveKeyword[] {
  const own = Object.entries({ minContains, maxContains }).filter(([, count]) => count !== undefined);
  if (contains === undefined)
    return own.map(([keyword]) =>
      noEffect(keyword, "without `contains`", `Add \`contains\`, or remove \`${keyword}\`.`),
    );
  if (minContains === 0 && maxContains === undefined)
    return [
      noEffect(
        "contains",
        "with `minContains: 0` and without `maxContains`",
        "Add `maxContains`, or raise `minContains`.",
      ),
    ];
  const isContradiction = typeof maxContains === "number" && maxContains < Number(minContains ?? 1);
  if (!isContradiction) return [];
  const message = "no list is valid: `maxContains` is less than `minContains`, which is 1 if absent";
  return [{ keyword: "maxContains", message, hint: "Raise `maxContains`, or lower `minContains`." }];
}

function emptyEnum({ enum: values }: SchemaObject): IneffectiveKeyword[] {
  if (!Array.isArray(values) || values.length > 0) return [];
  return [
    {
      keyword: "enum",
      message: "no value is valid: `enum` is empty",
      hint: "Add the values that are allowed, or write `not: {}`.",
    },
  ];
}

function noEffect(keyword: string, where: string, hint: string): IneffectiveKeyword {
  return { keyword, message: `\`${keyword}\` has no effect ${where}`, hint };
}
