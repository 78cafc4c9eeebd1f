import { allowsNull, orNull } from "../../../read/dialects/nullable.js";
import { isSchemaObject, type SchemaObject } from "../../../read/schema-walk.js";

/** Keywords that affect the type of a value. */
const typing = new Set([
  "$ref",
  "type",
  "const",
  "enum",
  "x-extensible-enum",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
]);

/** Keywords that stay in place when the parts of a schema are separated. */
const outer = new Set([
  "title",
  "description",
  "deprecated",
  "default",
  "example",
  "examples",
  "format",
  "readOnly",
  "writeOnly",
  "nullable",
  "required",
  "allOf",
  "$defs",
]);

/**
 * The same schema in keywords whose combination openapi-typescript understands. It takes `anyOf` and its sibling
 * keywords as alternatives although both apply, takes branches without a type as "anything", and ignores
 * keywords next to a `$ref`, `const: null`, and a `null` that an `enum` omits.
 */
export function plainSchema(schema: SchemaObject, isVersion30: boolean): SchemaObject {
  const whole = besideReference(nullableAlone(schema, isVersion30));
  if (typeof whole.$ref === "string") return whole;
  return apart(openUnion(withoutIdleUnions(enumAlone(exactValues(whole)))));
}

/** `nullable` beside keywords that don't say null themselves: openapi-typescript adds it to what they say together. */
function nullableAlone(schema: SchemaObject, isVersion30: boolean): SchemaObject {
  const isNullable = allowsNull(schema) || (isVersion30 && schema.nullable === true);
  if (!isNullable) return schema;
  const { [orNull]: _mark, type, const: only, ...others } = schema;
  const result: Record<string, unknown> = { ...others, nullable: true };
  const types = [type].flat().filter((name) => name !== "null");
  if (type !== undefined) result.type = types.length === 1 ? types[0] : types;
  if (only !== undefined) result.enum = [only];
  return result;
}

/** Keywords next to a `$ref` apply too. By the letter, they don't in OpenAPI 3.0; validators don't ignore them either. */
function besideReference(schema: SchemaObject): SchemaObject {
  const { $ref, ...others } = schema;
  if ($ref === undefined) return schema;
  const isTyped = Object.keys(others).some((key) => typing.has(key) || key === "required");
  if (!isTyped && others.nullable !== true) return schema;
  const { allOf, ...rest } = others;
  return { ...rest, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] };
}

function exactValues(schema: SchemaObject): SchemaObject {
  if (schema.const === null) {
    const { const: _null, ...rest } = schema;
    return { ...rest, enum: [null] };
  }
  const { type, enum: values, nullable } = schema;
  if (type === undefined || !Array.isArray(values) || nullable === true) return schema;
  const types = [type].flat();
  if (types.includes("null") === values.includes(null)) return schema;
  if (!types.includes("null")) return { ...schema, enum: values.filter((value) => value !== null) };
  return { ...schema, type: types.filter((name) => name !== "null") };
}

/** An `enum` lists whole values; openapi-typescript takes those of objects for schemas, and prefers properties to others. */
function enumAlone(schema: SchemaObject): SchemaObject {
  if (!Array.isArray(schema.enum)) return schema;
  const { properties: _properties, additionalProperties: _others, required: _required, ...rest } = schema;
  const { type, ...untyped } = rest;
  return type === "object" ? untyped : rest;
}

/** A union with a member that doesn't restrict the type is "anything", so it adds nothing. */
function withoutIdleUnions(schema: SchemaObject): SchemaObject {
  let result = schema;
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const members = schema[keyword];
    if (!Array.isArray(members) || members.every(saysType)) continue;
    const { [keyword]: _idle, ...rest } = result;
    result = rest;
  }
  return result;
}

function saysType(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return schema === false;
  if (!Object.keys(schema).some((key) => typing.has(key))) return false;
  const { allOf, anyOf, oneOf, ...rest } = schema;
  if (Object.keys(rest).some((key) => typing.has(key))) return true;
  return (
    (Array.isArray(allOf) && allOf.some(saysType)) ||
    [anyOf, oneOf].some((members) => Array.isArray(members) && members.every(saysType))
  );
}

/**
 * "One of these strings, or any string" is an extensible enum. Written as `x-extensible-enum`, since a union with
 * `string` would absorb the values.
 */
function openUnion(schema: SchemaObject): SchemaObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isSchemaObject)) return schema;
  const anyText = anyOf.filter((member) => member.type === "string" && !saysValues(member));
  const values = anyOf.flatMap((member) => textsOf(member) ?? []);
  const isPlain = anyOf.every(
    (member) => anyText.includes(member) || member.type === "null" || textsOf(member) !== undefined,
  );
  if (!isPlain || anyText.length === 0 || values.length === 0) return schema;
  const isNullable = anyOf.some((member) => member.type === "null" || member.nullable === true);
  const type = isNullable ? ["string", "null"] : "string";
  return { ...rest, type, "x-extensible-enum": [...new Set(values)] };
}

function saysValues(schema: SchemaObject): boolean {
  return ["const", "enum", "x-extensible-enum", "$ref", "allOf", "anyOf", "oneOf"].some(
    (key) => key in schema,
  );
}

function textsOf({ const: only, enum: values = [only] }: SchemaObject): string[] | undefined {
  return Array.isArray(values) && values.every((value) => typeof value === "string") ? values : undefined;
}

/** Separates unions from the keywords next to them. */
function apart(schema: SchemaObject): SchemaObject {
  const { anyOf, oneOf, ...rest } = schema;
  const unions = [...(Array.isArray(anyOf) ? [{ anyOf }] : []), ...(Array.isArray(oneOf) ? [{ oneOf }] : [])];
  if (unions.length === 0) return schema;
  const own = Object.entries(rest).filter(([key]) => !outer.has(key));
  const isIdle = own.every(([key]) => key === "type" || !typing.has(key));
  const hasAllOf = Array.isArray(rest.allOf);
  if (isIdle && !hasAllOf && unions.length === 1) {
    const { type: _implied, ...others } = rest;
    return { ...others, ...unions[0] };
  }
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => outer.has(key)));
  const required = rest.required === undefined ? {} : { required: rest.required };
  const self = isIdle ? [] : [{ ...Object.fromEntries(own), ...required }];
  const bases = hasAllOf ? (rest.allOf as unknown[]) : [];
  return { ...kept, allOf: [...bases, ...self, ...unions] };
}
