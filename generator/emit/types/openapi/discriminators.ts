import { mapList } from "../../../read/map-schema.js";
import { isSchemaObject, type SchemaObject } from "../../../read/schema-walk.js";
import { type Components, componentNameOf, componentOf, together } from "./components.js";

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: SchemaObject;
}

/**
 * Makes a `discriminator` explicit in the schemas: each member of a union, and each schema that extends one with
 * a discriminator, gets the values of the property that select it. A member that already declares them is left
 * unchanged, and so is one whose values aren't known.
 */
export function discriminated(components: Components, extended: ReadonlySet<string>) {
  return (schema: SchemaObject, name?: string): SchemaObject => {
    const { discriminator: given, ...rest } = schema;
    const inherits = name !== undefined && Array.isArray(schema.allOf) && !extended.has(name);
    if (given === undefined && !inherits) return schema;
    const discriminator = discriminatorOf(given);
    let result: SchemaObject = given === undefined ? schema : rest;
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const members = schema[keyword];
      if (discriminator === undefined || !Array.isArray(members)) continue;
      const narrowed = mapList(members, (member) => narrowedMember(components, member, discriminator));
      if (narrowed !== members) result = { ...result, [keyword]: narrowed };
    }
    return inherits ? narrowedHeir(components, result, name) : result;
  };
}

/** The components that others extend by `allOf`. */
export function extendedComponents({ schemas }: Components): Set<string> {
  const names = Object.values(schemas).flatMap((schema) => {
    const { allOf } = isSchemaObject(schema) ? schema : {};
    return Array.isArray(allOf) ? allOf.flatMap((item) => componentNameOf(item?.$ref) ?? []) : [];
  });
  return new Set(names);
}

function discriminatorOf(value: unknown): Discriminator | undefined {
  if (!isSchemaObject(value) || typeof value.propertyName !== "string") return undefined;
  return {
    propertyName: value.propertyName,
    mapping: isSchemaObject(value.mapping) ? value.mapping : {},
  };
}

function narrowedMember(
  components: Components,
  member: SchemaObject,
  discriminator: Discriminator,
): SchemaObject {
  const name = componentNameOf(member.$ref);
  const target = componentOf(components, member.$ref);
  if (name === undefined || target === undefined) return member;
  const mapped = mappedValues(components, name, discriminator);
  const values = mapped.length > 0 || components.outside.has(name) ? mapped : [name];
  const narrow = narrowing(components, target, { property: discriminator.propertyName, values });
  return narrow ? { allOf: [member, narrow] } : member;
}

/** A schema that extends one with a discriminator. A mapping, if there is one, names every such schema. */
function narrowedHeir(components: Components, schema: SchemaObject, name: string): SchemaObject {
  const [self, ...bases] = together(components, schema);
  const base = bases.find(({ discriminator }) => discriminatorOf(discriminator) !== undefined);
  const discriminator = discriminatorOf(base?.discriminator);
  if (self === undefined || discriminator === undefined) return schema;
  const isMapped = Object.keys(discriminator.mapping).length > 0;
  const values =
    isMapped || components.outside.has(name) ? mappedValues(components, name, discriminator) : [name];
  const narrow = narrowing(components, schema, { property: discriminator.propertyName, values });
  return narrow ? { ...schema, allOf: [...(schema.allOf as unknown[]), narrow] } : schema;
}

function mappedValues({ schemas }: Components, name: string, { mapping }: Discriminator): string[] {
  return Object.keys(mapping).filter((value) => {
    const target = mapping[value];
    if (componentNameOf(target) === name) return true;
    return target === name && Object.hasOwn(schemas, name);
  });
}

/** What to add to a schema so that the property allows only these values; `undefined` if nothing can or must be added. */
function narrowing(
  components: Components,
  target: SchemaObject,
  { property, values }: { property: string; values: readonly string[] },
): SchemaObject | undefined {
  if (values.length === 0) return undefined;
  const parts = together(components, target);
  const declared = parts.flatMap(({ properties }) =>
    isSchemaObject(properties) && Object.hasOwn(properties, property) ? [properties[property]] : [],
  );
  if (parts.some(({ type }) => type !== undefined && type !== "object")) return undefined;
  const isUnion = parts.some(({ oneOf, anyOf }) => Array.isArray(oneOf) || Array.isArray(anyOf));
  if (declared.length === 0 && isUnion) return undefined;
  const all = declared.filter(isSchemaObject).flatMap((schema) => together(components, schema));
  if (all.some(({ type }) => type !== undefined && type !== "string")) return undefined;
  const lists = all.flatMap((schema) => (allowedValues(schema) === undefined ? [] : [allowedValues(schema)]));
  const fitting = values.filter((value) => lists.every((list) => list?.includes(value)));
  if (fitting.length === 0) return undefined;
  const isRequired = parts.some(({ required }) => Array.isArray(required) && required.includes(property));
  if (isRequired && lists.some((list) => list?.every((value) => fitting.includes(value as string))))
    return undefined;
  const marks = fitting.map((value) => ({ const: value }));
  const mark = marks.length === 1 ? marks[0] : { oneOf: marks };
  return { type: "object", required: [property], properties: { [property]: mark } };
}

function allowedValues(schema: SchemaObject): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
