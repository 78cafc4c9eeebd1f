import { isSchemaObject, type SchemaObject, subschemas } from "../../../read/schema-walk.js";
import { type Components, componentAbove, together } from "./components.js";
import { type Direction, mapSchemaPositions } from "./schema-positions.js";

/** Which components have a type per direction, and which have a type for one direction only. */
export interface Directions {
  /** The direction of the type with the component's own name; `both` if unknown. */
  of(name: string): Direction | "both";
  /** Components that are both read and written, and differ by direction. */
  readonly split: ReadonlySet<string>;
}

/** Follows every reference from requests and from answers. Does nothing if no schema differs by direction. */
export function directionsOf(
  document: SchemaObject,
  components: Components,
  differs: (schema: SchemaObject) => boolean,
): Directions {
  const uses = usesOf(components, differs);
  const different = transitively(uses);
  if (different.size === 0) return { of: () => "both", split: new Set() };
  const roots = { read: new Set<string>(), write: new Set<string>() };
  mapSchemaPositions(document, (schema, direction) => {
    for (const name of referencesOf(schema)) roots[direction].add(name);
    return schema;
  });
  const read = reached(roots.read, uses);
  const written = reached(roots.write, uses);
  return {
    of: (name) => (!different.has(name) || read.has(name) ? "read" : written.has(name) ? "write" : "both"),
    split: new Set([...different].filter((name) => read.has(name) && written.has(name))),
  };
}

interface Use {
  readonly differs: boolean;
  readonly references: ReadonlySet<string>;
}

function usesOf({ schemas }: Components, differs: (schema: SchemaObject) => boolean): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSchemaObject(schema)) continue;
    uses.set(name, { differs: anySchema(schema, differs), references: new Set(referencesOf(schema)) });
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

function referencesOf(schema: SchemaObject): string[] {
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
    Object.values(properties).some((property) => wayOf(components, property) !== "both");
}

/** An object schema without the properties of the other direction. */
export function inDirection(
  components: Components,
  schema: SchemaObject,
  direction: Direction | "both",
): SchemaObject {
  const { properties, required } = schema;
  if (direction === "both" || !isSchemaObject(properties)) return schema;
  const dropped = Object.keys(properties).filter((name) =>
    isAbsentIn(components, properties[name], direction),
  );
  if (dropped.length === 0) return schema;
  const left = Object.entries(properties).filter(([name]) => !dropped.includes(name));
  const needed = Array.isArray(required) && { required: required.filter((name) => !dropped.includes(name)) };
  return { ...schema, properties: Object.fromEntries(left), ...needed };
}

/** Whether a property exists only in the other direction. */
export function isAbsentIn(
  components: Components,
  property: unknown,
  direction: Direction | "both",
): boolean {
  return direction !== "both" && ![direction, "both"].includes(wayOf(components, property));
}

/** `readOnly` and `writeOnly` are annotations, so those from a `$ref` or an `allOf` count too. */
function wayOf(components: Components, property: unknown): Direction | "both" {
  if (!isSchemaObject(property)) return "both";
  const parts = together(components, property);
  const isRead = parts.some(({ readOnly }) => readOnly === true);
  const isWritten = parts.some(({ writeOnly }) => writeOnly === true);
  return isRead === isWritten ? "both" : isRead ? "read" : "write";
}
