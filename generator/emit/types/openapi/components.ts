import { fromPointer } from "@oipkit/runtime/json-pointer";
import { allowsNull } from "../../../../reader/documents/dialects/older-schemas.js";
import { listMembers } from "../../../../reader/documents/list-members.js";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { commonKinds, everyKind, type JsonKind, ownKinds } from "../schema-facts.js";

/** The schemas of `components`, and the references to them. */
export interface Components {
  readonly schemas: SchemaObject;
  /** Those from other files: bundling made their names, so they aren't values of a discriminator. */
  readonly outside: ReadonlySet<string>;
}

const prefix = "#/components/schemas/";

/** The component that a `$ref` names; absent if it points elsewhere, or inside a component. */
export function componentName(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  if (name.includes("/")) return undefined;
  return decoded(name);
}

/** The component that a `$ref` points to, or into. */
export function componentAbove(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !ref.startsWith(prefix)) return undefined;
  return decoded(ref.slice(prefix.length).split("/", 1)[0] ?? "");
}

/** The same reference to another component. */
export function withComponent(ref: string, escapedName: string): string {
  const [, ...rest] = ref.slice(prefix.length).split("/");
  return prefix + [escapedName, ...rest].join("/");
}

function decoded(token: string): string | undefined {
  try {
    return fromPointer(`/${decodeURIComponent(token)}`)[0];
  } catch {
    return undefined;
  }
}

/** The component schema that a `$ref` names, if there is one. */
export function referencedComponent({ schemas }: Components, ref: unknown): SchemaObject | undefined {
  const name = componentName(ref);
  const schema = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (isSchemaObject(schema)) return schema;
  return undefined;
}

/** A schema and what its `$ref` and `allOf` bring in; each once. */
export function together(components: Components, schema: SchemaObject): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const open = [schema];
  for (let next = open.pop(); next; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const target = referencedComponent(components, next.$ref);
    if (target) open.push(target);
    if (Array.isArray(next.allOf)) open.push(...next.allOf.filter(isSchemaObject));
  }
  return [...found];
}

/** The kinds of values that schemas allow, as their types say it. Each schema is looked at once. */
export class ComponentKinds {
  readonly #known = new Map<SchemaObject, ReadonlySet<JsonKind>>();

  constructor(readonly components: Components) {}

  /** The kinds that a schema allows; all if it refers to itself, or to what isn't a component. */
  of(schema: unknown): ReadonlySet<JsonKind> {
    if (schema === false) return new Set();
    if (!isSchemaObject(schema)) return everyKind;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    this.#known.set(schema, everyKind);
    const found = this.#read(schema);
    this.#known.set(schema, found);
    return found;
  }

  #read(schema: SchemaObject): ReadonlySet<JsonKind> {
    const { $ref, allOf, anyOf, oneOf, nullable } = schema;
    let found = ownKinds(schema);
    if (typeof $ref === "string")
      found = commonKinds(found, this.of(referencedComponent(this.components, $ref)));
    if (Array.isArray(allOf)) for (const item of allOf) found = commonKinds(found, this.of(item));
    for (const members of [anyOf, oneOf])
      if (Array.isArray(members))
        found = commonKinds(found, new Set(members.flatMap((each) => [...this.of(each)])));
    if (nullable === true || allowsNull(schema)) return new Set([...found, "null"]);
    return found;
  }
}

/** Keywords that say nothing of a value's type. */
const annotations = new Set([
  "title",
  "description",
  "deprecated",
  "default",
  "example",
  "examples",
  "$comment",
]);

/**
 * A schema that itself requires what the inline schemas of its `allOf` require without declaring it. One that says
 * nothing else is left out.
 */
export function withRequiredOfParts(schema: SchemaObject): SchemaObject {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  const moved = new Set<string>();
  let isObject = false;
  const items = allOf.flatMap((item) => {
    if (!isSchemaObject(item) || item.$ref !== undefined) return [item];
    const undeclared = requiredNames(item).filter((name) => !declares(item, name));
    if (undeclared.length === 0) return [item];
    for (const name of undeclared) moved.add(name);
    const required = requiredNames(item).filter((name) => declares(item, name));
    const says = Object.keys(item).filter((key) => key !== "required" && !annotations.has(key));
    const isOnlyObject = says.length === 1 && item.type === "object";
    if (says.length > 0 && !isOnlyObject) return [{ ...item, required }];
    isObject ||= isOnlyObject;
    return [];
  });
  if (moved.size === 0) return schema;
  const required = [...new Set([...requiredNames(schema), ...moved])];
  const { allOf: _all, ...rest } = schema;
  const result: Record<string, unknown> = { ...rest, required };
  if (items.length > 0) result.allOf = items;
  if (isObject && schema.type === undefined) result.type = "object";
  return result;
}

/** Names that a schema requires, but whose declarations its type would leave optional. */
interface UnmetNames {
  /** Declared in a union or deep in a base. */
  readonly declared: readonly string[];
  /** Declared nowhere. */
  readonly undeclared: readonly string[];
}

/**
 * What openapi-typescript doesn't say of the required names of a schema. It says those that the schema or an inline schema
 * of its `allOf` declares, and those that the schemas declare to which its `allOf` refers. `isAbsent` says whether a
 * property doesn't exist in the direction of the value.
 */
export function unmetNames(
  components: Components,
  schema: SchemaObject,
  isAbsent: (property: unknown) => boolean,
): UnmetNames {
  const declared: string[] = [];
  const undeclared: string[] = [];
  const demanded = new Set(together(components, schema).flatMap(requiredNames));
  if (demanded.size === 0) return { declared, undeclared };
  const own = new Set(requiredNames(schema));
  const reach = reached(components, schema);
  for (const name of demanded) {
    if (isMet(components, schema, { name, isDemanded: false, above: new Set() })) continue;
    const properties = reach.filter((part) => declares(part, name));
    if (properties.length === 0) {
      if (own.has(name)) undeclared.push(name);
    } else if (!properties.every((part) => isAbsent((part.properties as SchemaObject)[name]))) {
      declared.push(name);
    }
  }
  return { declared, undeclared };
}

/** The names in `required`. */
export function requiredNames({ required }: SchemaObject): string[] {
  if (Array.isArray(required)) return required.filter((name) => typeof name === "string");
  return [];
}

function requires({ required }: SchemaObject, name: string): boolean {
  return Array.isArray(required) && listMembers(required).has(name);
}

function declares({ properties }: SchemaObject, name: string): boolean {
  return isSchemaObject(properties) && Object.hasOwn(properties, name);
}

interface Demand {
  readonly name: string;
  /** Whether a schema whose `allOf` contains this one requires the name. */
  readonly isDemanded: boolean;
  readonly above: ReadonlySet<SchemaObject>;
}

function isMet(components: Components, schema: unknown, { name, isDemanded, above }: Demand): boolean {
  if (!isSchemaObject(schema) || above.has(schema)) return false;
  const { $ref, allOf, anyOf, oneOf } = schema;
  const inner = new Set([...above, schema]);
  const isRequired = isDemanded || requires(schema, name);
  if (isRequired && declares(schema, name)) return true;
  if ($ref !== undefined) {
    const target = referencedComponent(components, $ref);
    if (target === undefined) return false;
    if (isRequired && declares(target, name)) return true;
    return isMet(components, target, { name, isDemanded: false, above: inner });
  }
  const met = (item: unknown, isPassedOn: boolean): boolean =>
    isMet(components, item, { name, isDemanded: isPassedOn && isRequired, above: inner });
  if (Array.isArray(allOf) && allOf.some((item) => met(item, true))) return true;
  return [anyOf, oneOf].some(
    (members) => Array.isArray(members) && members.length > 0 && members.every((item) => met(item, false)),
  );
}

/** A schema, what its `$ref` and `allOf` bring in, and the members of unions among these; each once. */
function reached(components: Components, schema: SchemaObject): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const open = [schema];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const part of together(components, next)) {
      if (found.has(part)) continue;
      found.add(part);
      for (const members of [part.anyOf, part.oneOf])
        if (Array.isArray(members)) open.push(...members.filter(isSchemaObject));
    }
  }
  return [...found];
}
