import { type Node, type NodeObject, subnodes } from "../../../generator/validation/nodes/node.js";
import { canonical } from "./canonical.js";

/** Numbers schemas so that two with the same number have the same meaning; recursive ones, too. */
export interface NodeClasses {
  of(node: Node): number;
}

/** What doesn't change which values are valid. */
const annotations = new Set(["at", "clause", "level", "secret", "names"]);
const unordered = new Set(["allOf", "anyOf"]);

/**
 * Classes of the schemas that are reachable from the roots: first all are alike, then they are told apart by their
 * keywords and by the classes of their subschemas until nothing changes. References count as their targets.
 */
export function nodeClasses(roots: readonly Node[]): NodeClasses {
  const nodes = reachable(roots.map(unwrapped));
  let classes = new Map<Node, number>(nodes.map((node) => [node, 0]));
  let count = 1;
  for (;;) {
    const numbers = new Map<string, number>();
    const current = classes;
    const next = new Map<Node, number>();
    for (const node of nodes) {
      const key = signature(node, (child) => current.get(unwrapped(child)) ?? 0);
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      next.set(node, numbers.get(key) ?? 0);
    }
    classes = next;
    if (numbers.size === count) return numbered(classes, numbers);
    count = numbers.size;
  }
}

/** Also numbers schemas that are made later, out of known ones. */
function numbered(classes: Map<Node, number>, numbers: Map<string, number>): NodeClasses {
  const of = (given: Node): number => {
    const node = unwrapped(given);
    const known = classes.get(node);
    if (known !== undefined) return known;
    const key = signature(node, of);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    classes.set(node, number);
    return number;
  };
  return { of };
}

function reachable(roots: readonly Node[]): readonly Node[] {
  const found = new Set<Node>(roots);
  for (const node of found) {
    if (typeof node === "boolean") continue;
    for (const child of [...subnodes(node), ...targetsOf(node)]) found.add(unwrapped(child));
  }
  return [...found];
}

/** The schemas that a schema refers to. */
export function targetsOf({ $ref, $dynamicRef }: NodeObject): Node[] {
  return [$ref, $dynamicRef].flatMap((reference) =>
    reference === undefined ? [] : [typeof reference === "function" ? reference() : reference],
  );
}

/** The keywords of a schema with the classes of its subschemas, in an order that doesn't depend on the text. */
function signature(node: Node, of: (child: Node) => number): string {
  if (typeof node === "boolean") return node ? "{}" : "false";
  const parts: string[] = [];
  for (const [keyword, value] of Object.entries(node)) {
    if (annotations.has(keyword) || value === undefined) continue;
    parts.push(`${keyword}:${valueKey(keyword, value, of)}`);
  }
  return `{${parts.sort().join()}}`;
}

function valueKey(keyword: string, value: unknown, of: (child: Node) => number): string {
  switch (keyword) {
    case "$ref":
    case "$dynamicRef":
      return String(of(typeof value === "function" ? (value() as Node) : (value as Node)));
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems": {
      const numbers = (value as Node[]).map(of);
      return `[${(unordered.has(keyword) ? [...new Set(numbers)].sort() : keyword === "oneOf" ? numbers.sort() : numbers).join()}]`;
    }
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
      return mapKey(value as Record<string, Node>, of);
    case "not":
    case "if":
    case "then":
    case "else":
    case "additionalProperties":
    case "propertyNames":
    case "unevaluatedProperties":
    case "items":
    case "contains":
    case "unevaluatedItems":
      return String(of(value as Node));
    case "type":
    case "required":
      return canonical([...(value as string[])].sort());
    case "enum":
      return (value as unknown[]).map(canonical).sort().join();
    case "format":
      return (value as { readonly name: string }).name;
    default:
      return canonical(value);
  }
}

function mapKey(map: Record<string, Node>, of: (child: Node) => number): string {
  return Object.keys(map)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${of(map[name] ?? true)}`)
    .join();
}

/** A schema without the references and one-element lists around it. */
export function unwrapped(node: Node): Node {
  let current = node;
  for (let step = 0; step < mostWrappers; step++) {
    const inner = wrappedIn(current);
    if (inner === undefined) return current;
    current = inner;
  }
  return node;
}

/** A reference that leads to itself has no end. Far more than any real chain of references. */
const mostWrappers = 100;

function wrappedIn(node: Node): Node | undefined {
  if (typeof node === "boolean") return undefined;
  const keywords = Object.keys(node).filter((keyword) => !annotations.has(keyword));
  if (keywords.length !== 1) return undefined;
  const list = node.allOf ?? node.anyOf ?? node.oneOf;
  return list === undefined ? targetsOf(node)[0] : list.length === 1 ? list[0] : undefined;
}
