import { type Node, type NodeObject, subnodes } from "../../../generator/validation/nodes/node.js";
import { canonical } from "./canonical.js";

/** Numbers schemas so that two with the same number have the same meaning; recursive ones, too. */
export interface NodeClasses {
  of(node: Node): number;
}

/** What doesn't change which values are valid. */
const annotations = new Set(["at", "clause", "level", "secret", "names"]);

/**
 * Classes of the schemas that are reachable from the roots: first all are alike, then they are told apart by their
 * keywords and by the classes of their subschemas until nothing changes. References count as their targets.
 */
export function nodeClasses(roots: readonly Node[]): NodeClasses {
  const nodes = reachable(roots.map(unwrapped));
  const texts = nodes.map((node) => [node, piecesOf(node)] as const);
  let classes = new Map<Node, number>(nodes.map((node) => [node, 0]));
  let count = 1;
  for (;;) {
    const numbers = new Map<string, number>();
    const current = classes;
    const of = (child: Node): number => current.get(child) ?? 0;
    const next = new Map<Node, number>();
    for (const [node, pieces] of texts) {
      const key = signature(pieces, of);
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
    const direct = classes.get(given);
    if (direct !== undefined) return direct;
    const number = ofUnwrapped(unwrapped(given));
    classes.set(given, number);
    return number;
  };
  const ofUnwrapped = (node: Node): number => {
    const known = classes.get(node);
    if (known !== undefined) return known;
    const key = signature(piecesOf(node), of);
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

/** Text, or subschemas whose classes take its place. */
type Piece =
  | string
  | {
      readonly nodes: readonly Node[];
      readonly order: "as listed" | "none" | "none, and repetitions don't count";
    };

/** The keywords of a schema in an order that doesn't depend on the text. Subschemas are unwrapped. */
function piecesOf(node: Node): readonly Piece[] {
  if (typeof node === "boolean") return [node ? "{}" : "false"];
  const keywords = Object.entries(node).filter(
    ([keyword, value]) => !annotations.has(keyword) && value !== undefined,
  );
  const pieces: Piece[] = ["{"];
  for (const [keyword, value] of keywords.sort(([a], [b]) => (a < b ? -1 : 1)))
    pieces.push(`${pieces.length > 1 ? "," : ""}${keyword}:`, ...valuePieces(keyword, value));
  return [...pieces, "}"];
}

function signature(pieces: readonly Piece[], of: (child: Node) => number): string {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const { nodes, order } = piece;
    const numbers = nodes.map(of);
    if (order === "as listed") text += numbers.join();
    else text += (order === "none" ? numbers : [...new Set(numbers)]).sort().join();
  }
  return text;
}

function valuePieces(keyword: string, value: unknown): Piece[] {
  switch (keyword) {
    case "$ref":
    case "$dynamicRef":
      return child(typeof value === "function" ? (value() as Node) : (value as Node));
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems": {
      const nodes = (value as Node[]).map(unwrapped);
      const order =
        keyword === "prefixItems"
          ? "as listed"
          : keyword === "oneOf"
            ? "none"
            : "none, and repetitions don't count";
      return ["[", { nodes, order }, "]"];
    }
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
      return mapPieces(value as Record<string, Node>);
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
      return child(value as Node);
    case "type":
    case "required":
      return [canonical([...(value as string[])].sort())];
    case "enum":
      return [(value as unknown[]).map(canonical).sort().join()];
    case "format":
      return [(value as { readonly name: string }).name];
    default:
      return [canonical(value)];
  }
}

function child(node: Node): Piece[] {
  return [{ nodes: [unwrapped(node)], order: "as listed" }];
}

function mapPieces(map: Record<string, Node>): Piece[] {
  const names = Object.keys(map).sort();
  return [
    `${canonical(names)}:`,
    { nodes: names.map((name) => unwrapped(map[name] ?? true)), order: "as listed" },
  ];
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
