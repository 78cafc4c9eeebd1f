import { isStructure, typeOf } from "./value.js";

/**
 * The part of a sentence after the name of the place for a failed keyword; `{value}` is replaced by "is `…`".
 * @param {string} keyword
 * @param {object} node the schema that holds the keyword
 * @param {{ phrase?: string, authority?: string }} context what the document is called, if it alone allows fewer
 *   values than others; and who allows and forbids, "the contract" by default
 * @returns {string}
 */
export function sentenceOf(keyword, node, { phrase, authority = "the contract" }) {
  const value = node[keyword];
  switch (keyword) {
    case "required":
      return "lacks the required property";
    case "type":
      return `not ${Array.isArray(value) ? value.map(withArticle).join(" or ") : withArticle(value)}`;
    case "enum":
      return `{value}; ${phrase ?? authority} allows only ${value.map(quoted).join(", ")}`;
    case "const":
      return `{value}; ${phrase ?? authority} allows only ${quoted(value)}`;
    case "format":
      return `isn't ${formatNames[value.name ?? value] ?? `of the format \`${value.name ?? value}\``}`;
    case "pattern":
      return `doesn't match \`${value}\``;
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
      return `is ${keyword === "minimum" ? "less" : "greater"} than ${value}`;
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `isn't ${keyword === "exclusiveMinimum" ? "greater" : "less"} than ${value}`;
    case "multipleOf":
      return `isn't a multiple of ${value}`;
    case "uniqueItems":
      return "contains duplicate items";
    case "additionalProperties":
    case "unevaluatedProperties":
      return `which ${authority} doesn't allow`;
    case "contains":
      return `has ${containsRange(node)} matching \`contains\``;
    case "items":
    case "unevaluatedItems":
      return `has more items than ${authority} allows`;
    case "propertyNames":
      return `whose name ${authority} doesn't allow`;
    case "if":
      return `isn't what ${authority} asks for in this case`;
    case "oneOf":
    case "anyOf":
      return "matches none of the alternatives";
    case "not":
      return `matches what ${authority} excludes`;
    case "false":
      return "isn't allowed";
    default:
      return `breaks \`${keyword}\``;
  }
}

const formatNames = {
  "date-time": "a date and time of RFC 3339",
  date: "a date of RFC 3339",
  uri: "a URI",
  email: "an e-mail address",
  uuid: "a UUID",
};

function containsRange({ minContains = 1, maxContains }) {
  if (maxContains === undefined) return `fewer than ${count(minContains, "item")}`;
  return minContains === 0
    ? `more than ${count(maxContains, "item")}`
    : `fewer than ${minContains} or more than ${count(maxContains, "item")}`;
}

/**
 * A JSON value as code in a sentence.
 * @param {unknown} value
 * @returns {string}
 */
export function quoted(value) {
  return `\`${isStructure(value) ? JSON.stringify(value) : value}\``;
}

/**
 * The type of a JSON value in a sentence.
 * @param {unknown} value
 * @returns {string}
 */
export function typeName(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isStructure(value)) return "an object";
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return "a number out of range";
  return `a ${typeOf(value)}`;
}

/**
 * The name of a type in a sentence.
 * @param {string} type
 * @returns {string}
 */
export function withArticle(type) {
  return type === "null" ? "null" : `${"aeiou".includes(type[0]) ? "an" : "a"} ${type}`;
}

function count(value, noun) {
  if (value === 1) return `1 ${noun}`;
  const plural = noun === "property" ? "properties" : `${noun}s`;
  return `${value} ${plural}`;
}
