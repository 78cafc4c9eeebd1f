import type { SchemaObject } from "../read/schema-walk.js";

/** What a sentence about a failure names. */
export interface SentenceContext {
  /** The missing property, or the cross-field rule. */
  readonly item?: string | undefined;
  /** What the document is called, where it alone allows fewer values. */
  readonly phrase?: string | undefined;
  /** Who allows and forbids. Default: the contract. */
  readonly authority?: string;
}

/** What a failed keyword says behind the name of the place; `{value}` stands for "is `…`". */
export function sentenceOf(
  keyword: string,
  schema: SchemaObject,
  { item, phrase, authority = "the contract" }: SentenceContext,
): string {
  const value = schema[keyword];
  switch (keyword) {
    case "required":
      return `lacks the required property \`${item}\``;
    case "type":
      return `not ${listOf(value).map(withArticle).join(" or ")}`;
    case "enum":
      return `{value}; ${phrase ?? authority} allows only ${listOf(value).map(quoted).join(", ")}`;
    case "const":
      return `{value}; ${phrase ?? authority} allows only ${quoted(value)}`;
    case "format":
      return `isn't ${formatNames[String(value)] ?? `of the format \`${String(value)}\``}`;
    case "pattern":
      return `doesn't match \`${String(value)}\``;
    case "minLength":
    case "maxLength":
      return `is ${keyword === "minLength" ? "shorter" : "longer"} than ${count(value, "character")}`;
    case "minItems":
    case "maxItems":
      return `has ${keyword === "minItems" ? "fewer" : "more"} than ${count(value, "item")}`;
    case "minProperties":
    case "maxProperties":
      return `has ${keyword === "minProperties" ? "fewer" : "more"} than ${count(value, "property")}`;
    case "minimum":
    case "maximum":
      return `is ${keyword === "minimum" ? "less" : "greater"} than ${String(value)}`;
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `isn't ${keyword === "exclusiveMinimum" ? "greater" : "less"} than ${String(value)}`;
    case "multipleOf":
      return `isn't a multiple of ${String(value)}`;
    case "uniqueItems":
      return "holds an item twice";
    case "additionalProperties":
    case "unevaluatedProperties":
      return `which ${authority} doesn't allow`;
    case "dependentRequired":
      return "lacks a property that goes with another";
    case "contains":
      return `holds ${containsRange(schema)} of the kind that ${authority} asks for`;
    case "items":
    case "unevaluatedItems":
      return `has more items than ${authority} allows`;
    case "propertyNames":
      return `whose name ${authority} doesn't allow`;
    case "if":
      return `isn't what ${authority} asks for in this case`;
    case "oneOf":
      return "matches none, or more than one, of the alternatives";
    case "anyOf":
      return "matches none of the alternatives";
    case "not":
      return `matches what ${authority} excludes`;
    case "x-rules":
      return (
        (value as { rule: string; message: string }[]).find(({ rule }) => rule === item)?.message ??
        `breaks the rule \`${item}\``
      );
    case "false schema":
      return "isn't allowed";
    default:
      return `breaks \`${keyword}\``;
  }
}

function containsRange({ minContains = 1, maxContains }: SchemaObject): string {
  if (maxContains === undefined) return `fewer than ${count(minContains, "item")}`;
  return minContains === 0
    ? `more than ${count(maxContains, "item")}`
    : `fewer than ${String(minContains)} or more than ${count(maxContains, "item")}`;
}

const formatNames: Readonly<Record<string, string>> = {
  "date-time": "a date and time of RFC 3339",
  date: "a date of RFC 3339",
  uri: "a URI",
  email: "an e-mail address",
  uuid: "a UUID",
};

/** The stable code of a keyword's failure. */
export function violationCode(keyword: string, item: string | undefined): string {
  if (keyword === "x-rules") return `rule/${item}`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "unknown-property";
  return keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `example.order.shipped.v1` is "a `shipped` event"; any other subject is named in full. */
export function subjectPhrase(name: string): string {
  const short = /(?:^|\.)([a-z][a-z_]*)\.v\d+$/.exec(name)?.[1];
  if (short === undefined) return `\`${name}\``;
  return `${/^[aeiou]/.test(short) ? "an" : "a"} \`${short}\` event`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function quoted(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function withArticle(type: unknown): string {
  return type === "null" ? "null" : `${/^[aeiou]/.test(String(type)) ? "an" : "a"} ${String(type)}`;
}

function count(value: unknown, noun: string): string {
  return `${String(value)} ${value === 1 ? noun : noun === "property" ? "properties" : `${noun}s`}`;
}
