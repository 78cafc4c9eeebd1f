import {
  isSchemaObject,
  listOrEmpty,
  recordOrEmpty,
  type SchemaObject,
  subschemas,
} from "../../../../reader/documents/schema-walk.js";
import {
  type Components,
  componentAbove,
  referencedComponent,
  requiredNames,
  together,
} from "./components.js";
import { mapSchemaPositions, type PropertyDirection } from "./schema-positions.js";

/** Which components have a type per direction, and which have a type for one direction only. */
interface Directions {
  /** The direction of the type with the component's own name; `both` if unknown. */
  of(name: string): PropertyDirection | "both";
  /** Components that are both read and written, and differ by direction. */
  readonly split: ReadonlySet<string>;
}

/** Follows every reference from requests and from answers. Does nothing if no schema differs by direction. */
export function schemaDirections(
  document: SchemaObject,
  components: Components,
  differs: (schema: SchemaObject) => boolean,
): Directions {
  const uses = findUses(components, differs);
  const different = transitively(uses);
  if (different.size === 0) return { of: () => "both", split: new Set() };
  const roots = { read: new Set<string>(), write: new Set<string>() };
  mapSchemaPositions(document, (schema, direction) => {
    for (const name of referredNames(schema)) roots[direction].add(name);
    return schema;
  });
  const read = reached(roots.read, uses);
  const written = reached(roots.write, uses);
  return {
    of: (name) => {
      if (!different.has(name) || read.has(name)) return "read";
      if (written.has(name)) return "write";
      return "both";
    },
    split: new Set([...different].filter((name) => read.has(name) && written.has(name))),
  };
}

interface Use {
  readonly differs: boolean;
  readonly references: ReadonlySet<string>;
}

function findUses({ schemas }: Components, differs: (schema: SchemaObject) => boolean): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSchemaObject(schema)) continue;
    uses.set(name, { differs: anySchema(schema, differs), references: new Set(referredNames(schema)) });
  }
  return uses;
}

/** The components that differ by direction, or refer to one that does. */
function transitively(uses: ReadonlyMap<string, Use>): Set<string> {
  const users = new Map<string, string[]>();
  for (const [name, { references }] of uses)
    for (const used of references) users.set(used, [...(users.get(used) ?? []), name]);
  const found = new Set<string>();
  const open = [...uses].flatMap(([name, { differs }]) => (differs ? [name] : []));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(users.get(name) ?? []));
  }
  return found;
}

function reached(roots: ReadonlySet<string>, uses: ReadonlyMap<string, Use>): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(uses.get(name)?.references ?? []));
  }
  return found;
}

function referredNames(schema: SchemaObject): string[] {
  const names: string[] = [];
  anySchema(schema, ({ $ref }) => {
    const name = componentAbove($ref);
    if (name !== undefined) names.push(name);
    return false;
  });
  return names;
}

function anySchema(root: SchemaObject, test: (schema: SchemaObject) => boolean): boolean {
  const open = [root];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (test(schema)) return true;
    for (const [, item] of subschemas(schema)) open.push(item);
  }
  return false;
}

/** Whether a schema has properties for one direction only. */
export function hasOneWayProperties(components: Components): (schema: SchemaObject) => boolean {
  return ({ properties }) =>
    isSchemaObject(properties) &&
    Object.values(properties).some((property) => propertyDirection(components, property) !== "both");
}

/** A schema without the properties of the other direction, and without what it, or a schema that it refers to, requires of them. */
export function inDirection(
  components: Components,
  schema: SchemaObject,
  direction: PropertyDirection | "both",
): SchemaObject {
  if (direction === "both") return schema;
  const { properties, required } = schema;
  const isAbsent = (property: unknown): boolean => isAbsentIn(components, property, direction);
  const contested = isAlone(schema) ? undefined : contestedNames(components, schema, isAbsent);
  if (contested !== undefined && contested.size > 0)
    return withoutNames(components, schema, { names: contested, above: new Set() });
  if (!isSchemaObject(properties)) return schema;
  const dropped = new Set(Object.keys(properties).filter((name) => isAbsent(properties[name])));
  if (dropped.size === 0) return schema;
  const left = Object.entries(properties).filter(([name]) => !dropped.has(name));
  const needed = Array.isArray(required) && { required: required.filter((name) => !dropped.has(name)) };
  return { ...schema, properties: Object.fromEntries(left), ...needed };
}

/** Whether no other schema applies to the same value: then none can disagree. */
function isAlone(schema: SchemaObject): boolean {
  return schema.$ref === undefined && branches.every((keyword) => schema[keyword] === undefined);
}

/** Names that one schema says are absent, and another one for the same value declares without saying so, or requires only. */
function contestedNames(
  components: Components,
  schema: SchemaObject,
  isAbsent: (property: unknown) => boolean,
): ReadonlySet<string> {
  const absent = new Set<string>();
  for (const { properties } of together(components, schema))
    if (isSchemaObject(properties))
      for (const name of Object.keys(properties)) if (isAbsent(properties[name])) absent.add(name);
  const contested = new Set<string>();
  if (absent.size === 0) return contested;
  for (const { properties, required } of applied(components, schema)) {
    const declared = recordOrEmpty(properties);
    for (const name of Object.keys(declared)) if (!isAbsent(declared[name])) contested.add(name);
    for (const name of requiredNames({ required })) if (!Object.hasOwn(declared, name)) contested.add(name);
  }
  return new Set([...contested].filter((name) => absent.has(name)));
}

/** A schema, and all that it refers to or combines, unions included; each once. */
function applied(components: Components, root: SchemaObject): ReadonlySet<SchemaObject> {
  const found = new Set([root]);
  for (const schema of found) {
    const target = referencedComponent(components, schema.$ref);
    if (target !== undefined) found.add(target);
    for (const keyword of branches)
      for (const item of [schema[keyword] ?? []].flat()) if (isSchemaObject(item)) found.add(item);
  }
  return found;
}

interface Omission {
  readonly names: ReadonlySet<string>;
  /** The components that a reference has led to: recursion ends there. */
  readonly above: ReadonlySet<unknown>;
}

const branches = ["allOf", "anyOf", "oneOf"];

/** A schema that neither declares nor requires the names. References to schemas that do become these schemas without them. */
function withoutNames(components: Components, schema: unknown, { names, above }: Omission): SchemaObject {
  if (!isSchemaObject(schema)) return schema as SchemaObject;
  const { properties, required, $ref } = schema;
  const result: Record<string, unknown> = { ...schema };
  if (isSchemaObject(properties))
    result.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)));
  if (Array.isArray(required)) result.required = required.filter((name) => !names.has(name));
  for (const keyword of branches) {
    const held = schema[keyword];
    if (Array.isArray(held))
      result[keyword] = held.map((item) => withoutNames(components, item, { names, above }));
  }
  const target = referencedComponent(components, $ref);
  if (target === undefined || above.has(target) || !concerns(components, target, names)) return result;
  const { $ref: _reference, allOf, ...others } = result;
  const inner = withoutNames(components, target, { names, above: new Set([...above, target]) });
  return { ...others, allOf: [inner, ...listOrEmpty(allOf)] };
}

/** Whether a schema, or one that it refers to or combines, declares or requires one of the names. */
function concerns(components: Components, schema: SchemaObject, names: ReadonlySet<string>): boolean {
  return [...applied(components, schema)].some(({ properties, required }) => {
    const declared = Object.keys(recordOrEmpty(properties));
    return [...declared, ...requiredNames({ required })].some((name) => names.has(name));
  });
}

/** Whether a property exists only in the other direction. */
function isAbsentIn(
  components: Components,
  property: unknown,
  direction: PropertyDirection | "both",
): boolean {
  return direction !== "both" && ![direction, "both"].includes(propertyDirection(components, property));
}

/** `readOnly` and `writeOnly` are annotations, so those from a `$ref` or an `allOf` count too. */
function propertyDirection(components: Components, property: unknown): PropertyDirection | "both" {
  if (!isSchemaObject(property)) return "both";
  const parts = together(components, property);
  const isRead = parts.some(({ readOnly }) => readOnly === true);
  const isWritten = parts.some(({ writeOnly }) => writeOnly === true);
  if (isRead === isWritten) return "both";
  if (isRead) return "read";
  return "write";
}
