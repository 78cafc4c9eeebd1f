import { listMembers } from "../../../../reader/documents/list-members.js";
import {
  isSchemaObject,
  listOrEmpty,
  mapList,
  recordOrEmpty,
  type SchemaObject,
} from "../../../../reader/documents/schema-walk.js";
import { type Components, componentName, referencedComponent, together } from "./components.js";

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: SchemaObject;
}

/**
 * Makes a `discriminator` explicit in the schemas: each member of a union, and each schema that extends one with
 * a discriminator, gets the values of the property that select it, or one that extends it. A member that already declares them
 * is left unchanged, and so is one whose values aren't known.
 */
export function discriminated(components: Components) {
  const heirs = heirsByName(components);
  return (schema: SchemaObject, name?: string): SchemaObject => {
    const { discriminator: given, ...rest } = schema;
    const inherits = name !== undefined && basesIn(schema).length > 0 && Object.keys(schema).length > 1;
    if (given === undefined && !inherits && schema.allOf === undefined) return schema;
    const discriminator = readDiscriminator(given);
    let result: SchemaObject = given === undefined ? schema : rest;
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const members = schema[keyword];
      if (discriminator === undefined || !Array.isArray(members)) continue;
      const narrowed = mapList(members, (member) => narrowedMember(components, member, discriminator));
      if (narrowed !== members) result = { ...result, [keyword]: narrowed };
    }
    if (name === undefined) return result;
    const isUnion = Array.isArray(schema.oneOf) || Array.isArray(schema.anyOf);
    if (discriminator !== undefined && !isUnion && mappedValues(components, name, discriminator).length > 0)
      result = narrowedComponent(components, result, { name, heirs, discriminator });
    if (!inherits && !Array.isArray(schema.allOf)) return result;
    for (const base of together(components, schema).slice(1)) {
      const inherited = readDiscriminator(base.discriminator);
      if (inherited !== undefined)
        result = narrowedComponent(components, result, { name, heirs, discriminator: inherited });
    }
    return result;
  };
}

/** The components that extend another by `allOf`, or by keywords next to a `$ref`. */
function heirsByName({ schemas }: Components): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSchemaObject(schema)) continue;
    for (const base of basesIn(schema)) {
      const known = heirs.get(base);
      if (known === undefined) heirs.set(base, [name]);
      else known.push(name);
    }
  }
  return heirs;
}

function basesIn({ $ref, allOf }: SchemaObject): string[] {
  const parts: readonly unknown[] = Array.isArray(allOf) ? [{ $ref }, ...allOf] : [{ $ref }];
  return parts.flatMap((part) => {
    if (!isSchemaObject(part)) return [];
    return componentName(part.$ref) ?? [];
  });
}

function readDiscriminator(value: unknown): Discriminator | undefined {
  if (!isSchemaObject(value) || typeof value.propertyName !== "string") return undefined;
  return {
    propertyName: value.propertyName,
    mapping: recordOrEmpty(value.mapping),
  };
}

function narrowedMember(
  components: Components,
  member: SchemaObject,
  discriminator: Discriminator,
): SchemaObject {
  const name = componentName(member.$ref);
  const target = referencedComponent(components, member.$ref);
  if (name === undefined || target === undefined) return member;
  const mapped = mappedValues(components, name, discriminator);
  const values = mapped.length > 0 || components.outside.has(name) ? mapped : [name];
  const narrow = narrowing(components, target, { property: discriminator.propertyName, values });
  if (narrow) return { allOf: [member, narrow] };
  return member;
}

interface Extension {
  readonly name: string;
  readonly heirs: ReadonlyMap<string, readonly string[]>;
  readonly discriminator: Discriminator;
}

/** A schema with the values of its discriminator. A mapping, if there is one, names every schema that has some. */
function narrowedComponent(components: Components, schema: SchemaObject, extension: Extension): SchemaObject {
  const { name, heirs, discriminator } = extension;
  const own = selectingValues(components, name, discriminator);
  if (own.length === 0) return schema;
  const all = new Set<string>();
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const value of selectingValues(components, next, discriminator)) all.add(value);
    open.push(...(heirs.get(next) ?? []).toReversed());
  }
  const narrow = narrowing(components, schema, { property: discriminator.propertyName, values: [...all] });
  if (narrow === undefined) return schema;
  return { ...schema, allOf: [...listOrEmpty(schema.allOf), narrow] };
}

function selectingValues(components: Components, name: string, discriminator: Discriminator): string[] {
  const isMapped = Object.keys(discriminator.mapping).length > 0;
  if (isMapped || components.outside.has(name)) return mappedValues(components, name, discriminator);
  return [name];
}

function mappedValues({ schemas }: Components, name: string, { mapping }: Discriminator): string[] {
  return Object.keys(mapping).filter((value) => {
    const target = mapping[value];
    if (componentName(target) === name) return true;
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
  const declared = parts.flatMap(({ properties }) => {
    if (!isSchemaObject(properties) || !Object.hasOwn(properties, property)) return [];
    return [properties[property]];
  });
  if (parts.some(({ type }) => type !== undefined && type !== "object")) return undefined;
  const isUnion = parts.some(({ oneOf, anyOf }) => Array.isArray(oneOf) || Array.isArray(anyOf));
  if (declared.length === 0 && isUnion) return undefined;
  const all = declared.filter(isSchemaObject).flatMap((schema) => together(components, schema));
  if (all.some(({ type }) => type !== undefined && type !== "string")) return undefined;
  const lists = all.flatMap((schema) => {
    if (allowedValues(schema) === undefined) return [];
    return [allowedValues(schema)];
  });
  const fitting = values.filter((value) => lists.every((list) => list?.includes(value)));
  if (fitting.length === 0) return undefined;
  const isRequired = parts.some(
    ({ required }) => Array.isArray(required) && listMembers(required).has(property),
  );
  if (isRequired && lists.some((list) => list?.every((value) => fitting.includes(value as string))))
    return undefined;
  const marks = fitting.map((value) => ({ const: value }));
  const mark = marks.length === 1 ? marks[0] : { oneOf: marks };
  return { type: "object", required: [property], properties: { [property]: mark } };
}

function allowedValues(schema: SchemaObject): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  return undefined;
}
