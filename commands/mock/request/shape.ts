import type { Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { support } from "../../../reader/validation/support.js";

/** What a value may be, as far as its schemas say: the keywords of all of them, whether or not they apply together. */
export interface Shape {
  readonly nodes: readonly Node[];
  readonly parts: readonly NodeObject[];
  /** JSON types; empty if no schema names one. */
  readonly types: ReadonlySet<string>;
}

/** Most schemas that are looked at for one value. */
const mostParts = 2_000;

const known = new WeakMap<NodeObject, Shape>();

/** The shape of a value that the schemas describe, through references and applicators. */
export function shapeOf(nodes: readonly Node[]): Shape {
  const [only] = nodes;
  if (nodes.length !== 1 || typeof only !== "object") return newShape(nodes);
  const shape = known.get(only) ?? newShape(nodes);
  known.set(only, shape);
  return shape;
}

function newShape(nodes: readonly Node[]): Shape {
  const parts = new Set<NodeObject>();
  const open: Node[] = [...nodes];
  for (let node = open.pop(); node !== undefined && parts.size < mostParts; node = open.pop()) {
    if (typeof node === "boolean" || parts.has(node)) continue;
    parts.add(node);
    for (const reference of [node.$ref, node.$dynamicRef])
      if (typeof reference === "function") open.push(reference());
    for (const list of [node.allOf, node.anyOf, node.oneOf]) open.push(...(list ?? []));
    for (const each of [node.then, node.else]) if (each !== undefined) open.push(each);
  }
  return { nodes, parts: [...parts], types: new Set([...parts].flatMap(typesOf)) };
}

function typesOf(part: NodeObject): readonly string[] {
  if (part.type !== undefined) return part.type;
  const values = [...(part.enum ?? []), ...("const" in part ? [part.const] : [])];
  if (values.length > 0) return values.map(typeOf);
  if (part.properties !== undefined) return ["object"];
  return part.items !== undefined || part.prefixItems !== undefined ? ["array"] : [];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Whether a shape allows a type, and says so. */
export function allows({ types }: Shape, type: "array" | "object"): boolean {
  return types.has(type);
}

/** The shape of an item. */
export function itemShape({ parts }: Shape, at: number): Shape {
  return shapeOf(parts.flatMap(({ prefixItems = [], items }) => prefixItems[at] ?? items ?? []));
}

/** The shape of a property. */
export function propertyShape({ parts }: Shape, name: string): Shape {
  const declared = parts.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? [properties[name] as Node] : [],
  );
  if (declared.length > 0) return shapeOf(declared);
  return shapeOf(parts.flatMap(({ additionalProperties }) => additionalProperties ?? []));
}

/** Names of the properties that a shape declares. */
export function propertyNames({ parts }: Shape): ReadonlySet<string> {
  return new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
}

/** Whether all schemas of a shape accept a value. */
export function accepts({ nodes }: Shape, value: unknown): boolean {
  try {
    return nodes.every((node) => support.conforms(node, value));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
