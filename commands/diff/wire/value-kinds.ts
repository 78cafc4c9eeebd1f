import { ExactNumber } from "../../../reader/documents/exact-number.js";
import { type Node, type NodeObject, partsOfValue } from "../../../reader/validation/nodes/node.js";
import { inPlace } from "../schemas/node-walk.js";

/** Kinds of values that are written in different ways, or read so: `null` isn't written at all. */
export type ValueKind = "string" | "number" | "boolean" | "array" | "object";

/** All kinds. */
export const valueKinds: readonly ValueKind[] = ["string", "number", "boolean", "array", "object"];

/** The plain ones. */
export const scalarKinds: readonly ValueKind[] = ["string", "number", "boolean"];

/** Longer chains of references and combinations aren't followed. */
const mostLevels = 50;

/** The kinds of values that a schema may allow, and perhaps others. */
export function possibleKinds(node: Node, level = 0): ReadonlySet<ValueKind> {
  if (node === false) return new Set();
  if (node === true || level > mostLevels) return new Set(valueKinds);
  let found = new Set(valueKinds);
  const keep = (kinds: ReadonlySet<ValueKind>): void => {
    found = new Set([...found].filter((kind) => kinds.has(kind)));
  };
  if (node.type !== undefined) keep(new Set(node.type.map(typeKind)) as Set<ValueKind>);
  for (const values of [node.enum, "const" in node ? [node.const] : undefined])
    if (values !== undefined) keep(new Set(values.map(valueKind)) as Set<ValueKind>);
  if (typeof node.$ref === "function") keep(possibleKinds(node.$ref(), level + 1));
  for (const each of node.allOf ?? []) keep(possibleKinds(each, level + 1));
  for (const list of [node.anyOf, node.oneOf])
    if (list !== undefined) keep(new Set(list.flatMap((each) => [...possibleKinds(each, level + 1)])));
  return found;
}

/** The kind of a JSON value; `null` has none. */
export function valueKind(value: unknown): ValueKind | "null" {
  if (value === null) return "null";
  if (value instanceof ExactNumber) return "number";
  if (Array.isArray(value)) return "array";
  return typeof value as ValueKind;
}

function typeKind(type: string): string {
  return type === "integer" ? "number" : type;
}

/** The schemas of the members or the items of a value, wherever in a schema they are. */
export function partNodes(node: Node): Node[] {
  const applied = inPlace([node]);
  const refused = applied.flatMap(({ not }) => (not === undefined ? [] : inPlace([not])));
  return [...new Set([...applied, ...refused])].flatMap(partsOfValue);
}

/** Whether a text of a value, or one inside of it, may stand for values of several kinds. */
export function hasManyReadings(node: Node, seen = new Set<Node>()): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  return possibleKinds(node).size > 1 || partNodes(node).some((each) => hasManyReadings(each, seen));
}

/** Keywords that look at the members or items of a value, grouped by what must agree about one reading. */
const looks: readonly (readonly (keyof NodeObject)[])[] = [
  ["items", "prefixItems"],
  ["properties", "patternProperties", "additionalProperties"],
  ["contains"],
  ["uniqueItems"],
  ["unevaluatedItems"],
  ["unevaluatedProperties"],
];

/** Whether the parts of a value are looked at once at most: then each can be read in its own way. */
export function looksOnce(node: Node): boolean {
  return countLooks(node, 0) <= 1;
}

function countLooks(node: Node, level: number): number {
  if (typeof node === "boolean") return 0;
  if (level > mostLevels) return Number.POSITIVE_INFINITY;
  const count = (each: Node): number => countLooks(each, level + 1);
  const sum = (nodes: readonly Node[] = []): number =>
    nodes.map(count).reduce((total, each) => total + each, 0);
  const own = looks.filter((keywords) => keywords.some((keyword) => isLooking(node[keyword]))).length;
  const referred = typeof node.$ref === "function" ? count(node.$ref()) : 0;
  const choice = Math.max(0, ...(node.anyOf ?? []).map(count));
  const refusing = sum(
    [
      node.not,
      node.if,
      node.then,
      node.else,
      ...(node.oneOf ?? []),
      ...Object.values(node.dependentSchemas ?? {}),
    ].filter((each) => each !== undefined),
  );
  // A value that one reading doesn't fulfil may have another one that does.
  if (refusing > 0) return Number.POSITIVE_INFINITY;
  return own + referred + sum(node.allOf) + choice;
}

function isLooking(keyword: unknown): boolean {
  return keyword !== undefined && keyword !== true && keyword !== false;
}
