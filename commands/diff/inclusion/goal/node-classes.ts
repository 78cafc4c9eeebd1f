import { exactLimits } from "../../../../reader/validation/exact-support.js";
import type { Node, NodeObject, ValueFormat } from "../../../../reader/validation/nodes/node.js";
import { canonical } from "./canonical.js";

/** Numbers schemas so that two with the same number have the same meaning; recursive ones, too. */
export interface NodeClasses {
  of(node: Node): number;
}

/**
 * Classes of the schemas that are reachable from the roots. References count as their targets. Schemas that don't lead to a cycle get
 * their class from their keywords and the classes of their subschemas. The others are all alike at first, then told apart in
 * the same way, until nothing changes.
 */
export function nodeClasses(roots: readonly Node[]): NodeClasses {
  const pieces = reachable(roots);
  const classes = new Map<Node, number>();
  const numbers = new Map<string, number>();
  const of = (node: Node): number => classes.get(node) ?? 0;
  for (const [node, each] of acyclic(pieces)) {
    const key = signature(each, of);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    classes.set(node, number);
  }
  const first = numbers.size + 1;
  const rest = [...pieces].filter(([node]) => !classes.has(node));
  for (const [node] of rest) classes.set(node, first);
  for (let count = 1; rest.length > 0; ) {
    const found = new Map<string, number>();
    const next = rest.map(([, each]) => {
      const key = signature(each, of);
      const number = found.get(key) ?? first + found.size;
      found.set(key, number);
      return number;
    });
    for (const [at, [node]] of rest.entries()) classes.set(node, next[at] ?? 0);
    if (found.size === count) {
      for (const [key, number] of found) numbers.set(key, number);
      break;
    }
    count = found.size;
  }
  return numbered(classes, numbers);
}

type Pieces = ReadonlyMap<Node, readonly Piece[]>;

/** The schemas that don't lead to a cycle, each after its subschemas. */
function* acyclic(pieces: Pieces): Generator<readonly [Node, readonly Piece[]]> {
  const waiting = new Map<Node, number>();
  const users = new Map<Node, Node[]>();
  const ready: Node[] = [];
  for (const [node, each] of pieces) {
    const children = new Set(each.flatMap((piece) => (typeof piece === "string" ? [] : piece.nodes)));
    if (children.size === 0) ready.push(node);
    else waiting.set(node, children.size);
    for (const inner of children) {
      const known = users.get(inner);
      if (known === undefined) users.set(inner, [node]);
      else known.push(node);
    }
  }
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    yield [node, pieces.get(node) ?? []];
    for (const user of users.get(node) ?? []) {
      const left = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, left);
      if (left === 0) ready.push(user);
    }
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
    const key = signature(nodePieces(node), of);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    classes.set(node, number);
    return number;
  };
  return { of };
}

/** Each schema once, with its pieces. */
function reachable(roots: readonly Node[]): Pieces {
  const found = new Map<Node, readonly Piece[]>();
  const open = roots.map(unwrapped);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    const pieces = nodePieces(node);
    found.set(node, pieces);
    for (const piece of pieces) if (typeof piece !== "string") open.push(...piece.nodes);
  }
  return found;
}

/** Text, or subschemas whose classes take its place. */
type Piece =
  | string
  | {
      readonly nodes: readonly Node[];
      readonly order: NodeOrder;
    };

/** The keywords of a schema in an order that doesn't depend on the text. Subschemas are unwrapped. */
function nodePieces(node: Node): readonly Piece[] {
  if (typeof node === "boolean") return [node ? "{}" : "false"];
  const keywords = Object.entries(node).filter(
    ([keyword, value]) =>
      !annotations.has(keyword) && value !== undefined && !(keyword === "format" && saysNothing(value)),
  );
  const pieces: Piece[] = ["{"];
  for (const [keyword, value] of keywords.sort(([a], [b]) => (a < b ? -1 : 1)))
    pieces.push(`${pieces.length > 1 ? "," : ""}${keyword}:`, ...valuePieces(keyword, value));
  return [...pieces, "}"];
}

/** Of formats, those that the engine takes no number to break. */
export function saysNothing(format: unknown): boolean {
  const { type, name } = format as ValueFormat;
  return type === "number" && !exactLimits.has(name);
}

/** A text that schemas with the same pieces share. */
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

type NodeOrder = "as listed" | "none" | "none, and repetitions don't count";

function nodeOrder(keyword: string): NodeOrder {
  if (keyword === "prefixItems") return "as listed";
  if (keyword === "oneOf") return "none";
  return "none, and repetitions don't count";
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
      return ["[", { nodes, order: nodeOrder(keyword) }, "]"];
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

/** What doesn't change which values are valid. */
const annotations: ReadonlySet<string> = new Set(["at", "clause", "level", "secret", "names", "choices"]);

/** The schemas that a schema refers to. */
export function referenceTargets({ $ref, $dynamicRef }: NodeObject): Node[] {
  return [$ref, $dynamicRef].flatMap((reference) =>
    reference === undefined ? [] : [typeof reference === "function" ? reference() : reference],
  );
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
  if (list === undefined) return referenceTargets(node)[0];
  if (list.length === 1) return list[0];
  return undefined;
}
