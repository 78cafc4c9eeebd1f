import type { Node } from "../../../../reader/validation/nodes/node.js";
import { type Piece, piecesOf, signature } from "./node-pieces.js";
import { unwrapped } from "./unwrapped.js";

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
    const key = signature(piecesOf(node), of);
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
    const pieces = piecesOf(node);
    found.set(node, pieces);
    for (const piece of pieces) if (typeof piece !== "string") open.push(...piece.nodes);
  }
  return found;
}
