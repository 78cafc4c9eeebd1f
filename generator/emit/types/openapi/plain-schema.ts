import { allowsNull, orNull } from "../../../../reader/documents/dialects/older-schemas.js";
import { isSchemaObject, listOrEmpty, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { typedKinds, valueKind, within } from "../schema-facts.js";
import { type ComponentKinds, type Components, unmetNames, withRequiredOfParts } from "./components.js";
import { hasOwnListType, hasOwnObjectType, isPlainScalar, ownTypeNames } from "./own-types.js";

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

/** Keywords whose schemas evaluate members or elements too. */
const combining = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/** A mark of schemas whose required names are seen to. */
const settled = "required names are settled";

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

/** What is known of the document that a schema is in. */
interface Surroundings {
  readonly components: Components;
  readonly kinds: ComponentKinds;
  readonly isVersion30: boolean;
  /** Whether a property doesn't exist in the direction of the value. */
  readonly isAbsent: (property: unknown) => boolean;
}

/**
 * The same schema in keywords whose combination openapi-typescript understands. It takes `anyOf` and its sibling
 * keywords as alternatives although both apply, takes branches without a type as "anything", and ignores
 * keywords next to a `$ref`, `const: null`, a `null` that an `enum` omits, and required names that a schema doesn't declare.
 */
export function plainSchema(schema: SchemaObject, surroundings: Surroundings): SchemaObject {
  if (isOwnType(schema) || isPlainScalar(schema)) return schema;
  const { isVersion30, kinds } = surroundings;
  const whole = besideReference(nullableAlone(schema, isVersion30));
  if (typeof whole.$ref === "string") return whole;
  const valued = withoutBooleans(enumAlone(exactValues(evaluatedOnce(whole))));
  const united = withRequiredOfParts(openUnion(withoutIdleUnions(valued)));
  const required = requiring(united, surroundings);
  if (required.type === ownTypeNames.requiring) return alone(required);
  return apart(required, kinds);
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
  return { ...rest, allOf: [{ $ref }, ...listOrEmpty(allOf)] };
}

/** With no other schema that evaluates members or elements, `unevaluated…` means the same as the plain keyword. */
function evaluatedOnce(schema: SchemaObject): SchemaObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  if (unevaluatedProperties === undefined && unevaluatedItems === undefined) return schema;
  const isAlone = !combining.some((key) => key in rest);
  const result: Record<string, unknown> = { ...rest };
  if (unevaluatedProperties !== undefined && rest.additionalProperties === undefined) {
    if (isAlone) result.additionalProperties = unevaluatedProperties;
    else if (unevaluatedProperties !== false) result.additionalProperties = true;
  }
  if (isAlone && unevaluatedItems !== undefined && rest.items === undefined) result.items = unevaluatedItems;
  return result;
}

function exactValues(schema: SchemaObject): SchemaObject {
  if (schema.const === null) {
    const { const: _null, ...rest } = schema;
    return { ...rest, enum: [null] };
  }
  const allowed = typedKinds(schema);
  const { type, enum: values } = schema;
  if (allowed === undefined || !Array.isArray(values)) return schema;
  const isNullable = schema.nullable === true;
  const fitting = values.filter((value) => allowed.has(valueKind(value)) || (isNullable && value === null));
  const isLess = fitting.length > 0 && fitting.length < values.length;
  const types = Array.isArray(type) && !values.includes(null) ? type.filter((name) => name !== "null") : type;
  if (isLess || types !== type) return { ...schema, type: types, enum: isLess ? fitting : values };
  return schema;
}

/** An `enum` lists whole values; openapi-typescript takes those of objects for schemas, and prefers properties to others. */
function enumAlone(schema: SchemaObject): SchemaObject {
  if (!Array.isArray(schema.enum)) return schema;
  const { properties: _properties, additionalProperties: _others, required: _required, ...rest } = schema;
  const { type, ...untyped } = rest;
  if (type === "object") return untyped;
  return rest;
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
  const values = anyOf.flatMap((member) => constantTexts(member) ?? []);
  const isPlain = anyOf.every(
    (member) => anyText.includes(member) || member.type === "null" || constantTexts(member) !== undefined,
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

function constantTexts({ const: only, enum: values = [only] }: SchemaObject): string[] | undefined {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return values;
  return undefined;
}

/** `true` in an `allOf` adds nothing, and `false` allows nothing. */
function withoutBooleans(schema: SchemaObject): SchemaObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.every(isSchemaObject)) return schema;
  if (allOf.includes(false)) return { enum: [] };
  const items = allOf.filter(isSchemaObject);
  if (items.length === 0) return rest;
  return { ...rest, allOf: items };
}

/** A schema that says of all names that it requires them, also of those that openapi-typescript would leave optional. */
function requiring(schema: SchemaObject, { components, isAbsent }: Surroundings): SchemaObject {
  if (schema[settled] === true) return schema;
  const { declared, undeclared } = unmetNames(components, schema, isAbsent);
  const { properties, additionalProperties = {}, allOf } = schema;
  if (declared.length === 0 && undeclared.length > 0 && isSchemaObject(properties)) {
    const added = Object.fromEntries(undeclared.map((name) => [name, additionalProperties]));
    return { ...schema, properties: { ...properties, ...added } };
  }
  const isObject = schema.type === "object" || isSchemaObject(properties) || Array.isArray(allOf);
  const names = isObject ? [...declared, ...undeclared] : declared;
  if (names.length === 0) return schema;
  const { kept, others } = outsideAndInside(schema);
  const { allOf: bases, required, ...outside } = kept;
  const items: Record<string, unknown> = { ...others, [settled]: true };
  if (bases !== undefined) items.allOf = bases;
  if (required !== undefined) items.required = required;
  return { ...outside, type: ownTypeNames.requiring, names, items };
}

/** A type of our own that may be null: as a part, since what the library asks for a property is the whole of its type. */
function alone(schema: SchemaObject): SchemaObject {
  if (schema.nullable !== true) return schema;
  const { kept, others } = outsideAndInside(schema);
  return { ...kept, allOf: [others] };
}

function outsideAndInside(schema: SchemaObject): { kept: SchemaObject; others: SchemaObject } {
  const entries = Object.entries(schema);
  return {
    kept: Object.fromEntries(entries.filter(([key]) => outer.has(key))),
    others: Object.fromEntries(entries.filter(([key]) => !outer.has(key))),
  };
}

/** Separates unions, and types of our own, from the keywords next to them. */
function apart(schema: SchemaObject, kinds: ComponentKinds): SchemaObject {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const unions: SchemaObject[] = [];
  if (Array.isArray(anyOf)) unions.push({ anyOf });
  if (Array.isArray(oneOf)) unions.push({ oneOf });
  const bases = listOrEmpty(allOf);
  const own = Object.entries(rest).filter(([key]) => !outer.has(key));
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => outer.has(key)));
  const core = withImpliedType(Object.fromEntries(own));
  const isOwn = hasOwnListType(core) || hasOwnObjectType(core);
  if (unions.length === 0 && bases.length === 0) {
    if (!isOwn) return schema;
    if (schema.nullable === true) return { ...kept, allOf: [{ ...core, ...onlyRequired(rest) }] };
    return { ...kept, ...core };
  }
  if (own.some(([key]) => key !== "type" && typing.has(key))) {
    const excluded = restriction({ type: schema.type, anyOf, oneOf, allOf }, kinds);
    // An object's members exclude null already.
    const typed = excluded?.type === ownTypeNames.object && core.type === "object" ? [excluded] : [];
    if (unions.length === 0 && typed.length === 0 && !isOwn && !Array.isArray(rest.type)) return schema;
    return { ...kept, allOf: [...bases, { ...core, ...onlyRequired(rest) }, ...typed, ...unions] };
  }
  const { type, ...others } = rest;
  const typed = restriction(schema, kinds);
  const all = typed === undefined ? bases : [...bases, typed];
  if (unions.length === 0) return { ...others, allOf: all };
  if (unions.length === 1 && all.length === 0) return { ...others, ...unions[0] };
  return { ...kept, allOf: [...all, ...unions] };
}

/** What `type` excludes of the values that the other keywords allow; absent if that is nothing. */
function restriction(schema: SchemaObject, kinds: ComponentKinds): SchemaObject | undefined {
  const allowed = typedKinds(schema);
  const { type, nullable: _nullable, ...others } = schema;
  if (allowed === undefined || within(kinds.of(others), allowed)) return undefined;
  const excluded = [...kinds.of(others)].filter((kind) => !allowed.has(kind));
  if (excluded.every((kind) => kind === "null")) return { type: ownTypeNames.present };
  const names = (Array.isArray(type) ? type : [type]).map((name) => {
    if (name === "object") return ownTypeNames.object;
    return name;
  });
  return { type: names.length === 1 ? names[0] : names };
}

function isOwnType({ type }: SchemaObject): boolean {
  return Object.values<unknown>(ownTypeNames).includes(type);
}

function withImpliedType(schema: SchemaObject): SchemaObject {
  if (schema.type === undefined && hasOwnObjectType({ type: "object", ...schema }) && saysMembers(schema))
    return { type: "object", ...schema };
  return schema;
}

function saysMembers({ properties, patternProperties }: SchemaObject): boolean {
  return isSchemaObject(properties) || isSchemaObject(patternProperties);
}

function onlyRequired({ required }: SchemaObject): SchemaObject {
  if (required === undefined) return {};
  return { required };
}
