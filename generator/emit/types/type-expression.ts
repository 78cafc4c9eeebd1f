import type { Contracts } from "../../../reader/documents/contracts.js";
import { allowsNull, orNull } from "../../../reader/documents/dialects/older-schemas.js";
import { isRequired, propertyBranches, propertyNames } from "../../../reader/documents/joint-schemas.js";
import { below, type Place, placeKey, referredSchema } from "../../../reader/documents/place.js";
import {
  isSchemaObject,
  listOrEmpty,
  recordOrEmpty,
  type SchemaObject,
} from "../../../reader/documents/schema-walk.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, propertyKey, templateLiteralType } from "../../../reader/text/code/literal.js";
import { isLongInteger, type LongIntegerType } from "./long-integer.js";
import { memberComment } from "./member-comment.js";
import { isOfObjects, kindsAt, namePrefixes, typedKinds, unmetNames, valueKind } from "./schema-facts.js";
import {
  containsItself,
  isRestrictionOnly,
  openUnion,
  parenthesised,
  restriction,
  templateType,
  tupleShape,
  union,
} from "./type-parts.js";

/** What a type expression needs to know: the contracts, and which schemas have a name. */
export interface TypeContext {
  readonly contracts: Pick<Contracts, "documents">;
  /** Type names by `placeKey`. */
  readonly names: ReadonlyMap<string, string>;
  /** Called with every name that an expression uses, for imports. */
  readonly use: (name: string) => void;
  /** Whether named objects are types, which can be assigned to records, and not interfaces. */
  readonly hasOnlyTypes?: boolean;
  /** What integers of 64 bits are, if not numbers. */
  readonly longIntegers?: LongIntegerType | undefined;
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
  const own = isRestrictionOnly(value)
    ? restriction(context.contracts, place)
    : ownType(context, place, value);
  if (own) parts.push(own);
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
  const required = requiredMembers(context, place);
  if (required) parts.push(required);
  // With members that must be there, "any object" says nothing more, and its index signature would take misspelt ones.
  const idle = required === undefined ? ["unknown"] : ["unknown", anyObject.toString()];
  const known = parts.filter((part) => !idle.includes(part.toString()));
  if (known.length === 0) return code`unknown`;
  if (known.length === 1) return known[0] as Code;
  return join(known.map(parenthesised), " & ");
}

function orNullType(context: TypeContext, place: Place, schema: SchemaObject): Code {
  const { [orNull]: _mark, ...others } = schema;
  const { type } = others;
  const types = Array.isArray(type) ? { type: type.filter((name) => name !== "null") } : undefined;
  return union([typeExpression(context, { ...place, value: { ...others, ...types } }), code`null`]);
}

/** Whether a keyword names members: an empty interface would be the type of almost anything. */
function isFilled(value: unknown): value is SchemaObject {
  return isSchemaObject(value) && Object.keys(value).length > 0;
}

/** Whether a schema describes objects by their properties. */
export function isObjectSchema(value: unknown): boolean {
  return (
    isSchemaObject(value) &&
    !allowsNull(value) &&
    (value.type === "object" || value.type === undefined) &&
    isFilled(value.properties)
  );
}

function reference(context: TypeContext, place: Place): Code {
  const target = referredSchema(context.contracts, place, String((place.value as SchemaObject).$ref));
  const name = context.names.get(placeKey(target));
  if (name === undefined) return typeExpression(context, target);
  context.use(name);
  return identifier(name);
}

function ownType(context: TypeContext, place: Place, value: SchemaObject): Code | undefined {
  if ("const" in value) return inlineLiteral(value.const);
  if (Array.isArray(value.enum)) {
    const allowed = typedKinds(value);
    const fitting = value.enum.filter((item) => allowed === undefined || allowed.has(valueKind(item)));
    return union(fitting.map((item) => inlineLiteral(item)));
  }
  const open = value["x-extensible-enum"];
  if (Array.isArray(open)) return openUnion(open, Array.isArray(value.type) && value.type.includes("null"));
  const types = schemaTypes(value);
  if (types.length === 0) return undefined;
  return union(types.map((type) => typeOfKind(context, place, type)));
}

/** The types that a schema names, or those that its other keywords imply. */
function schemaTypes(value: SchemaObject): string[] {
  if (Array.isArray(value.type)) return value.type as string[];
  if (typeof value.type === "string") return [value.type];
  if (isSchemaObject(value.properties) || isSchemaObject(value.patternProperties)) return ["object"];
  if ("items" in value || "prefixItems" in value) return ["array"];
  return [];
}

function typeOfKind(context: TypeContext, place: Place, type: string): Code {
  const value = place.value as SchemaObject;
  switch (type) {
    case "string":
      if (typeof value.pattern === "string" && context.discriminator === place.tokens.at(-1))
        return templateType(value.pattern);
      return code`string`;
    case "integer":
      if (context.longIntegers !== undefined && isLongInteger(value))
        return context.longIntegers === "bigint" ? code`bigint` : code`string`;
      return code`number`;
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
  const shape = tupleShape(value);
  if (shape === undefined) return code`${parenthesised(rest)}[]`;
  if (shape === "none") return code`never`;
  const first = Array.isArray(value.prefixItems) ? value.prefixItems.length : 0;
  const elements = Array.from({ length: shape.count }, (_, index) => {
    const type = index < first ? typeExpression(context, below(place, "prefixItems", String(index))) : rest;
    if (index < shape.least) return type;
    return code`${parenthesised(type)}?`;
  });
  if (shape.isEndless) elements.push(code`...${parenthesised(rest)}[]`);
  return code`[${elements}]`;
}

const anyObject = code`Record<string, unknown>`;

function objectType(context: TypeContext, place: Place, value: SchemaObject): Code {
  if (isFilled(value.properties) || isFilled(value.patternProperties))
    return code`{\n${indent(members(context, place))}\n}`;
  const { additionalProperties } = value;
  if (additionalProperties === false) return code`Record<string, never>`;
  if (!isSchemaObject(additionalProperties)) return anyObject;
  const item = below(place, "additionalProperties");
  const type = typeExpression(context, item);
  // An alias may refer to itself in an index signature, but not as an argument of `Record`.
  if (containsItself(context.contracts, item)) return code`{ [name: string]: ${type} }`;
  return code`Record<string, ${type}>`;
}

/**
 * Whether a schema says something of members that it doesn't name. `additionalProperties: true` says nothing: with an index
 * signature for it, no misspelt member would be an error any more.
 */
export function hasIndexSignature(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  const { patternProperties, additionalProperties } = value;
  return isSchemaObject(patternProperties) || isSchemaObject(additionalProperties);
}

/** The members that a schema doesn't name: TypeScript wants their type to include those of the others. */
function indexSignature(context: TypeContext, place: Place, declared: readonly Code[]): Code[] {
  const value = place.value as SchemaObject;
  if (!hasIndexSignature(value)) return [];
  const { patternProperties, properties, additionalProperties } = value;
  const types = furtherTypes(context, place);
  if (additionalProperties === undefined || additionalProperties === true) {
    const patterns = Object.keys(recordOrEmpty(patternProperties));
    const prefixes = namePrefixes(patterns, Object.keys(recordOrEmpty(properties))) ?? [];
    const named = prefixes.map(
      (prefix, index) =>
        code`[name: ${templateLiteralType([prefix, ""])}]: ${types[index] ?? code`unknown`};`,
    );
    return [...named, code`[name: string]: unknown;`];
  }
  // Members of objects would be written twice.
  const isLong = declared.some((type) => type.toString().includes("{"));
  return [code`[name: string]: ${isLong ? code`unknown` : union([...types, ...declared])};`];
}

/** The types of members that a schema doesn't name: one for each pattern, and that of all others. */
function furtherTypes(context: TypeContext, place: Place): Code[] {
  const { patternProperties, additionalProperties } = place.value as SchemaObject;
  const types = Object.keys(recordOrEmpty(patternProperties)).map((pattern) =>
    typeExpression(context, below(place, "patternProperties", pattern)),
  );
  if (isSchemaObject(additionalProperties))
    types.push(typeExpression(context, below(place, "additionalProperties")));
  return types;
}

/** The members that a schema itself declares; required if it or one of its bases says so. */
export function members(context: TypeContext, place: Place, root: Place = place): Code {
  const { properties = {} } = place.value as { properties?: SchemaObject };
  const own = propertyNames(context.contracts, { ...place, value: { properties } });
  const types: Code[] = [];
  const named = own.map((name) => {
    const all = propertyBranches(context.contracts, root, [name]);
    const doc = memberComment(all.map(({ value }) => value).filter(isSchemaObject));
    const optional = isRequired(context.contracts, root, name) ? code`` : code`?`;
    const type = properties[name] === false ? code`never` : memberType(context, all);
    types.push(type);
    if (optional.toString() !== "") types.push(code`undefined`);
    return code`${doc}${propertyKey(name)}${optional}: ${type};`;
  });
  return join([...named, ...indexSignature(context, place, types)], "\n");
}

/**
 * What a schema requires beyond its own members. `{} | null` is any JSON value, so it adds only that the member is there. Absent if
 * the schema allows texts or other values that have no members.
 */
function requiredMembers(context: TypeContext, place: Place): Code | undefined {
  const names = unmetNames(context.contracts, place);
  if (names.length === 0) return undefined;
  const kinds = kindsAt(context.contracts, place);
  if (!isOfObjects(kinds)) return undefined;
  // With `unknown`, the compiler would read a literal as any string, which its index signature refuses.
  const hasFurther = isSchemaObject((place.value as SchemaObject).additionalProperties);
  const further = hasFurther ? union(furtherTypes(context, place)) : code`unknown`;
  const list = names.map(({ name, isDeclared }) => {
    const type = isDeclared ? code`{} | null` : further;
    return code`${propertyKey(name)}: ${type}`;
  });
  const type = code`{ ${join(list, "; ")} }`;
  if (kinds.has("null")) return code`${type} | null`;
  return type;
}

/** The type of a property that a base of its interface declares and the schema narrows: the base's type with the narrower members. */
function memberType(context: TypeContext, all: readonly Place[]): Code {
  const [own] = all;
  if (own === undefined) return code`unknown`;
  const type = typeExpression(context, own);
  // Types are combined with those of their bases.
  if (context.hasOnlyTypes || !isObjectSchema(own.value)) return type;
  const schema = own.value as SchemaObject;
  const inside = `${placeKey(own)}/`;
  const base = all.slice(1).find((place) => isReference(place.value) && !placeKey(place).startsWith(inside));
  if (base === undefined || isReference(schema)) return type;
  const target = referredSchema(context.contracts, base, String((base.value as SchemaObject).$ref));
  const baseType = reference(context, base);
  if (!isObjectSchema(target.value)) return code`${parenthesised(baseType)} & ${parenthesised(type)}`;
  const narrowed = Object.keys(schema.properties as object);
  const view: Place = { ...own, value: { ...schema, allOf: undefined } };
  const required = narrowed.filter(
    (name) => isRequired(context.contracts, target, name) || isRequired(context.contracts, view, name),
  );
  const names = [...new Set([...listOrEmpty(schema.required), ...required])];
  const narrow = typeExpression(context, { ...own, value: { ...schema, required: names } });
  return code`Omit<${baseType}, ${union(narrowed.map((name) => inlineLiteral(name)))}> & ${narrow}`;
}

function isReference(value: unknown): boolean {
  return isSchemaObject(value) && typeof value.$ref === "string";
}
