import { textOf } from "../../model/text.js";
import type { Contracts } from "../../read/contracts.js";
import { allowsNull, orNull } from "../../read/dialects/nullable.js";
import { below, keyOf, type Place, referredSchema } from "../../read/place.js";
import { isRequired, propertyBranches, propertyNames } from "../../read/properties.js";
import { isSchemaObject, type SchemaObject } from "../../read/schema-walk.js";
import { type Code, code, indent, join } from "../../render/code.js";
import { docComment } from "../../render/comment.js";
import { identifier } from "../../render/identifier.js";
import { inlineLiteral, propertyKey, templateLiteralType } from "../../render/literal.js";
import { containsItself } from "./contains-itself.js";

/** What a type expression needs to know: the contracts, and which schemas have a name. */
export interface TypeContext {
  readonly contracts: Contracts;
  /** Type names by `keyOf`. */
  readonly names: ReadonlyMap<string, string>;
  /** Called with every name that an expression uses, for imports. */
  readonly use: (name: string) => void;
  /** The property that discriminates a union: its pattern becomes a template literal type. */
  readonly discriminator?: string | undefined;
}

/** The TypeScript type of the JSON values that a schema allows; anything it leaves open is `unknown`. */
export function typeExpression(context: TypeContext, place: Place): Code {
  const { value } = place;
  if (value === false) return code`never`;
  if (!isSchemaObject(value)) return code`unknown`;
  if (allowsNull(value)) return orNullType(context, place, value);
  const parts: Code[] = [];
  if (typeof value.$ref === "string") parts.push(reference(context, place));
  const own = ownType(context, place, value);
  if (own && !(parts.length > 0 && isAnnotationOnly(value))) parts.push(own);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const list = value[keyword];
    if (Array.isArray(list))
      parts.push(
        union(list.map((_, index) => typeExpression(context, below(place, keyword, String(index))))),
      );
  }
  const { allOf } = value;
  if (Array.isArray(allOf)) {
    parts.push(...allOf.map((_, index) => typeExpression(context, below(place, "allOf", String(index)))));
  }
  const known = parts.filter((part) => part.toString() !== "unknown");
  if (known.length === 0) return code`unknown`;
  return known.length === 1 ? (known[0] as Code) : join(known.map(parenthesised), " & ");
}

function orNullType(context: TypeContext, place: Place, schema: SchemaObject): Code {
  const { [orNull]: _mark, ...others } = schema;
  const { type } = others;
  const types = Array.isArray(type) ? { type: type.filter((name) => name !== "null") } : undefined;
  return union([typeExpression(context, { ...place, value: { ...others, ...types } }), code`null`]);
}

/** Whether a schema describes objects by their properties. */
export function isObjectSchema(value: unknown): boolean {
  return (
    isSchemaObject(value) &&
    (value.type === "object" || value.type === undefined) &&
    isSchemaObject(value.properties)
  );
}

function reference(context: TypeContext, place: Place): Code {
  const target = referredSchema(context.contracts, place, String((place.value as SchemaObject).$ref));
  const name = context.names.get(keyOf(target));
  if (name === undefined) return typeExpression(context, target);
  context.use(name);
  return identifier(name);
}

function ownType(context: TypeContext, place: Place, value: SchemaObject): Code | undefined {
  if ("const" in value) return inlineLiteral(value.const);
  if (Array.isArray(value.enum)) return union(listedValues(value).map((item) => inlineLiteral(item)));
  const open = value["x-extensible-enum"];
  if (Array.isArray(open)) return openUnion(open, Array.isArray(value.type) && value.type.includes("null"));
  const types = Array.isArray(value.type)
    ? (value.type as string[])
    : typeof value.type === "string"
      ? [value.type]
      : impliedTypes(value);
  if (types.length === 0) return undefined;
  return union(types.map((type) => typeOfKind(context, place, type)));
}

/** The values of an `enum`, without a null that `type` refuses. */
function listedValues({ type, enum: values }: SchemaObject): unknown[] {
  const types = [type].flat();
  const refusesNull = type !== undefined && !types.includes("null");
  return (values as unknown[]).filter((value) => value !== null || !refusesNull);
}

function impliedTypes(value: SchemaObject): string[] {
  if (isSchemaObject(value.properties)) return ["object"];
  return "items" in value || "prefixItems" in value ? ["array"] : [];
}

function typeOfKind(context: TypeContext, place: Place, type: string): Code {
  const value = place.value as SchemaObject;
  switch (type) {
    case "string":
      return typeof value.pattern === "string" && context.discriminator === place.tokens.at(-1)
        ? templateType(value.pattern)
        : code`string`;
    case "integer":
    case "number":
      return code`number`;
    case "boolean":
      return code`boolean`;
    case "null":
      return code`null`;
    case "array":
      return arrayType(context, place, value);
    case "object":
      return objectType(context, place, value);
    default:
      return code`unknown`;
  }
}

function arrayType(context: TypeContext, place: Place, value: SchemaObject): Code {
  const rest = "items" in value ? typeExpression(context, below(place, "items")) : code`unknown`;
  if (!Array.isArray(value.prefixItems)) return code`${parenthesised(rest)}[]`;
  const items = value.prefixItems.map(
    (_, index) => code`${typeExpression(context, below(place, "prefixItems", String(index)))}?`,
  );
  return value.items === false ? code`[${items}]` : code`[${[...items, code`...${parenthesised(rest)}[]`]}]`;
}

function objectType(context: TypeContext, place: Place, value: SchemaObject): Code {
  if (isSchemaObject(value.properties)) return code`{\n${indent(members(context, place))}\n}`;
  const { additionalProperties } = value;
  if (additionalProperties === false) return code`Record<string, never>`;
  if (!isSchemaObject(additionalProperties)) return code`Record<string, unknown>`;
  const item = below(place, "additionalProperties");
  const type = typeExpression(context, item);
  // An alias may refer to itself in an index signature, but not as an argument of `Record`.
  return containsItself(context.contracts, item)
    ? code`{ [name: string]: ${type} }`
    : code`Record<string, ${type}>`;
}

/** The members that a schema itself declares; required if it or one of its bases says so. */
export function members(context: TypeContext, place: Place, root: Place = place): Code {
  const { properties } = place.value as { properties: SchemaObject };
  const own = propertyNames(context.contracts, { ...place, value: { properties } });
  return join(
    own.map((name) => {
      const all = propertyBranches(context.contracts, root, [name]);
      const text = all
        .map(({ value }) => (isSchemaObject(value) ? textOf(value.description) : undefined))
        .find((found) => found !== undefined);
      const deprecated = all.some(({ value }) => isSchemaObject(value) && value.deprecated === true);
      const doc = docComment([text], deprecated ? [{ tag: "deprecated", text: "" }] : []);
      const optional = isRequired(context.contracts, root, name) ? code`` : code`?`;
      const type = properties[name] === false ? code`never` : memberType(context, all);
      return code`${doc}${propertyKey(name)}${optional}: ${type};`;
    }),
    "\n",
  );
}

/** The type of a property that a base declares and the schema narrows: the base's type with the narrower members. */
function memberType(context: TypeContext, all: readonly Place[]): Code {
  const [own] = all;
  if (own === undefined) return code`unknown`;
  const base = all.slice(1).find(({ value }) => isSchemaObject(value) && typeof value.$ref === "string");
  if (
    base === undefined ||
    !isObjectSchema(own.value) ||
    typeof (own.value as SchemaObject).$ref === "string"
  )
    return typeExpression(context, own);
  const schema = own.value as SchemaObject;
  const narrowed = Object.keys(schema.properties as object);
  const target = referredSchema(context.contracts, base, String((base.value as SchemaObject).$ref));
  const view: Place = { ...own, value: { ...schema, allOf: undefined } };
  const required = narrowed.filter(
    (name) => isRequired(context.contracts, target, name) || isRequired(context.contracts, view, name),
  );
  const literalType = typeExpression(context, { ...own, value: { ...schema, required } });
  return code`Omit<${reference(context, base)}, ${union(narrowed.map((name) => inlineLiteral(name)))}> & ${literalType}`;
}

/** A union type, each member once; `never` if there are none. */
export function union(codes: readonly Code[]): Code {
  const seen = new Map(codes.map((item) => [item.toString(), item]));
  if (seen.size === 0) return code`never`;
  // A plain `string` would absorb the string literals next to it.
  if (seen.has("string") && [...seen.keys()].some((text) => text.startsWith('"')))
    seen.set("string", code`(string & {})`);
  return seen.has("unknown") ? code`unknown` : join([...seen.values()], " | ");
}

/** Any string; editors suggest the listed ones. */
function openUnion(values: readonly unknown[], isNullable: boolean): Code {
  const literals = values.map((value) => inlineLiteral(String(value)));
  return union([...literals, code`(string & {})`, ...(isNullable ? [code`null`] : [])]);
}

function parenthesised(type: Code): Code {
  return / [|&] /.test(type.toString().replace(/\{[\s\S]*\}|"(?:[^"\\]|\\.)*"/g, ""))
    ? code`(${type})`
    : type;
}

function isAnnotationOnly(value: SchemaObject): boolean {
  return Object.keys(value).every(
    (key) =>
      key === "$ref" ||
      key === "type" ||
      !(key in { properties: 1, items: 1, prefixItems: 1, enum: 1, const: 1 }),
  );
}

/** An anchored pattern of literal text and simple wildcards as a template literal type; any other is `string`. */
function templateType(pattern: string): Code {
  const body = /^\^(.*)\$$/s.exec(pattern)?.[1];
  const wildcard = /(?:\.|\[[^\]\\]*\]|\\[dw])(?:[*+]\??|\{\d+(?:,\d*)?\})/g;
  const parts = body?.split(wildcard) ?? [];
  if (parts.length < 2 || !parts.every((part) => /^(?:\\[.\-/_]|[\w\-/: ])*$/.test(part)))
    return code`string`;
  if (parts.every((part) => part === "")) return code`string`;
  return templateLiteralType(parts.map((part) => part.replaceAll("\\", "")));
}
