import { compilePattern } from "../../../../reader/patterns/compile-pattern.js";
import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";

/** Names and indices from the root of a value. */
export type ValuePath = readonly (string | number)[];

/** A place in a value, and the schemas that apply to it. */
export interface ValuePlace {
  readonly path: ValuePath;
  readonly value: unknown;
  readonly nodes: readonly NodeObject[];
  /** Whether the object around it requires it; the root is required. */
  readonly required: boolean;
}

/** Places in one value that are looked at. */
const mostPlaces = 200;

/** Deeper places are left alone. */
const mostDepth = 6;

/** The places of a value with the schemas that apply to each, the outer ones first. Of a list, its first item. */
export function valuePlaces(root: Node, value: unknown): readonly ValuePlace[] {
  const found: ValuePlace[] = [];
  const visit = (place: ValuePlace): void => {
    if (found.length >= mostPlaces || place.path.length > mostDepth) return;
    found.push(place);
    for (const [key, member] of members(place.value)) {
      const nodes = place.nodes
        .flatMap((node) => memberNodes(node, key))
        .flatMap((node) => applied(node, member));
      const required = typeof key === "string" && place.nodes.some((node) => node.required?.includes(key));
      visit({ path: [...place.path, key], value: member, nodes, required });
    }
  };
  visit({ path: [], value, nodes: applied(root, value), required: true });
  return found;
}

function members(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item: unknown) => [0, item]);
  if (typeof value === "object" && value !== null) return Object.entries(value);
  return [];
}

/** The schemas that a value follows at its place: through references, `allOf`, and the alternatives that accept it. */
export function applied(root: Node, value: unknown): readonly NodeObject[] {
  const found: NodeObject[] = [];
  const visit = (node: Node | undefined): void => {
    if (typeof node !== "object" || found.includes(node)) return;
    found.push(node);
    for (const reference of [node.$ref, node.$dynamicRef])
      if (typeof reference === "function") visit(reference());
    for (const each of node.allOf ?? []) visit(each);
    for (const each of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) if (holds(each, value)) visit(each);
    if (node.if !== undefined) visit(holds(node.if, value) ? node.then : node.else);
  };
  visit(root);
  return found;
}

function memberNodes(node: NodeObject, key: string | number): readonly Node[] {
  if (typeof key === "number") {
    const own = node.prefixItems?.[key] ?? node.items;
    return own === undefined ? [] : [own];
  }
  const declared =
    node.properties !== undefined && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
  const matching = Object.entries(node.patternProperties ?? {})
    .filter(([pattern]) => compilePattern(pattern).test(key))
    .map(([, each]) => each);
  const own = [...(declared === undefined ? [] : [declared]), ...matching];
  if (own.length > 0) return own;
  return node.additionalProperties === undefined ? [] : [node.additionalProperties];
}

/** The properties that the schemas of a place declare, each once. */
export function declaredProperties(
  nodes: readonly NodeObject[],
): readonly (readonly [name: string, node: Node])[] {
  const found = new Map<string, Node>();
  for (const { properties = {} } of nodes)
    for (const [name, node] of Object.entries(properties)) if (!found.has(name)) found.set(name, node);
  return [...found];
}

/** The value with another one at a place; nothing that it shares with the first one is changed. `undefined` removes a member. */
export function withValueAt(root: unknown, path: ValuePath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(root)) {
    const items: unknown[] = [...root];
    items[Number(first)] = withValueAt(items[Number(first)], rest, value);
    return items;
  }
  const entries = Object.entries((root ?? {}) as object);
  const own = entries.find(([name]) => name === first)?.[1] as unknown;
  const inner = withValueAt(own, rest, value);
  const others = entries.filter(([name]) => name !== first);
  if (inner === undefined) return Object.fromEntries(others);
  const at = entries.findIndex(([name]) => name === first);
  const index = at === -1 ? others.length : at;
  // Own properties, whatever their names.
  return Object.fromEntries([...others.slice(0, index), [String(first), inner], ...others.slice(index)]);
}

/** The value at a path; `undefined` if there is none. */
export function valueAtPath(root: unknown, path: ValuePath): unknown {
  let at = root;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/** The types that the schemas of a place allow; empty if they say nothing. */
export function allowedTypes(nodes: readonly NodeObject[]): ReadonlySet<string> {
  const lists = nodes.flatMap(({ type }) => (type === undefined ? [] : [type]));
  const [first = [], ...others] = lists;
  return new Set(
    first.filter((type) => others.every((list) => list.includes(type) || list.includes("number"))),
  );
}

/** Whether a list by these schemas may have an item. */
export function takesItem(nodes: readonly NodeObject[], item: unknown): boolean {
  return nodes.some(({ items }) => items !== undefined && holds(items, item));
}
