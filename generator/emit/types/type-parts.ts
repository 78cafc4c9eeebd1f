import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place, placeKey, referredSchema } from "../../../reader/documents/place.js";
import { isSchemaObject, listOrEmpty, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { inlineLiteral, templateLiteralType } from "../../../reader/text/code/literal.js";
import { type JsonKind, kindsAt, typedKinds } from "./schema-facts.js";

/** A type as it can stand before `[]` or `?`, or next to `&`. */
export function parenthesised(type: Code): Code {
  if (isCombined(type.toString())) return code`(${type})`;
  return type;
}

/** Whether a type is a union or an intersection, not only one in braces or brackets. */
function isCombined(type: string): boolean {
  const plain = type.replace(/"(?:[^"\\]|\\.)*"?|`(?:[^`\\]|\\.)*`?/g, "");
  let depth = 0;
  for (const [index, character] of [...plain].entries()) {
    if ("{[(<".includes(character)) depth++;
    else if ("}])>".includes(character)) depth--;
    else if (depth === 0 && "|&".includes(character) && plain[index - 1] === " ") return true;
  }
  return false;
}

/** The widest type of each kind of value. */
const kindTypes: Readonly<Record<JsonKind, Code>> = {
  null: code`null`,
  boolean: code`boolean`,
  number: code`number`,
  string: code`string`,
  array: code`unknown[]`,
  object: code`object`,
};

/** An anchored pattern of literal text and simple wildcards as a template literal type; any other is `string`. */
export function templateType(pattern: string): Code {
  const body = /^\^(.*)\$$/s.exec(pattern)?.[1];
  const wildcard = /(?:\.|\[[^[\]\\]*\]|\\[dw])(?:[*+]\??|\{\d+(?:,\d*)?\})/g;
  const parts = body?.split(wildcard) ?? [];
  if (parts.length < 2 || !parts.every((part) => /^(?:\\[.\-/_]|[\w\-/: ])*$/.test(part)))
    return code`string`;
  if (parts.every((part) => part === "")) return code`string`;
  return templateLiteralType(parts.map((part) => part.replaceAll("\\", "")));
}

/** If more elements may follow those of `prefixItems`, they are written as a rest. */
const mostFurther = 8;

/** The elements of a tuple: each has the schema at its index in `prefixItems`, or else that of `items`. */
interface TupleShape {
  /** How many are written one by one. */
  readonly count: number;
  /** How many of these must be there. */
  readonly least: number;
  /** Whether more may follow. */
  readonly isEndless: boolean;
}

/** The shape of a list with `prefixItems` or `items: false`; `none` if no list is that long; absent if it isn't a tuple. */
export function tupleShape(schema: SchemaObject): TupleShape | "none" | undefined {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (!Array.isArray(prefixItems) && items !== false) return undefined;
  const first: readonly unknown[] = listOrEmpty(prefixItems);
  const impossible = [...first, items].indexOf(false);
  const end = impossible === -1 ? Number.POSITIVE_INFINITY : impossible;
  const most = Math.min(numberOr(maxItems, Number.POSITIVE_INFINITY), end);
  const least = numberOr(minItems, 0);
  if (least > most) return "none";
  const bound = first.length + mostFurther;
  const isEndless = most > bound;
  return { count: isEndless ? Math.min(Math.max(first.length, least), bound) : most, least, isEndless };
}

function numberOr(value: unknown, otherwise: number): number {
  if (typeof value === "number") return value;
  return otherwise;
}

/** Whether a schema is an alternative, an item or an entry of itself, other than in a property. */
export function containsItself(contracts: Pick<Contracts, "documents">, place: Place): boolean {
  const seen = new Set<string>();
  const open = [place];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value } = at;
    if (!isSchemaObject(value) || seen.has(placeKey(at))) continue;
    seen.add(placeKey(at));
    const inner: Place[] = [];
    if (typeof value.$ref === "string") inner.push(referredSchema(contracts, at, value.$ref));
    for (const keyword of ["items", "additionalProperties"])
      if (isSchemaObject(value[keyword])) inner.push(below(at, keyword));
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
      const list = value[keyword];
      if (Array.isArray(list)) for (const index of list.keys()) inner.push(below(at, keyword, String(index)));
    }
    if (inner.some((each) => placeKey(each) === placeKey(place))) return true;
    open.push(...inner);
  }
  return false;
}

/** A union type, each member once; `never` if there are none. */
export function union(codes: readonly Code[]): Code {
  const seen = new Map(codes.map((item) => [item.toString(), item]));
  if (seen.size === 0) return code`never`;
  // A plain `string` would absorb the string literals next to it.
  if (seen.has("string") && [...seen.keys()].some((text) => text.startsWith('"')))
    seen.set("string", code`(string & {})`);
  if (seen.has("unknown")) return code`unknown`;
  return join([...seen.values()], " | ");
}

/** Any string; editors suggest the listed ones. */
export function openUnion(values: readonly unknown[], isNullable: boolean): Code {
  const literals = values.map((value) => inlineLiteral(String(value)));
  return union([...literals, code`(string & {})`, ...(isNullable ? [code`null`] : [])]);
}

/** Whether a schema's own keywords only say the type of what its `$ref`, `allOf` or unions describe. */
export function isRestrictionOnly(value: SchemaObject): boolean {
  const isCombined = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in value);
  return isCombined && !shaping.some((key) => key in value);
}

const shaping = [
  ...["properties", "patternProperties", "additionalProperties", "items", "prefixItems"],
  ...["enum", "const", "x-extensible-enum"],
];

/** What `type` excludes of the values that the other keywords allow; absent if that is nothing. */
export function restriction(contracts: Pick<Contracts, "documents">, place: Place): Code | undefined {
  const { type, ...others } = place.value as SchemaObject;
  const allowed = typedKinds({ type });
  if (allowed === undefined) return undefined;
  // Another object, so another place.
  const kinds = kindsAt(contracts, { ...place, value: others });
  const excluded = [...kinds].filter((kind) => !allowed.has(kind));
  if (excluded.length === 0) return undefined;
  if (excluded.every((kind) => kind === "null")) return code`{}`;
  return union([...allowed].map((kind) => kindTypes[kind]));
}
