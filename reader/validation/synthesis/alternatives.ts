import { type Node, type NodeObject, subnodes } from "../nodes/node.js";
import { type Search, spend } from "./search.js";

/** Schemas that together allow a value: one way through `anyOf`, `oneOf`, `if` and `dependentSchemas`. */
export interface Alternative {
  readonly parts: readonly NodeObject[];
  /** The definitions that references led to. */
  readonly definitions: readonly Node[];
}

/** The ways to satisfy all of the nodes, in the order of the schemas. Throws `OutOfSteps`. */
export function* alternatives(nodes: readonly Node[], search: Search): Generator<Alternative> {
  yield* expand({ open: nodes, parts: [], definitions: [] }, search);
}

interface Progress extends Alternative {
  readonly open: readonly Node[];
}

function* expand({ open, parts, definitions }: Progress, search: Search): Generator<Alternative> {
  spend(search);
  const [node, ...rest] = open;
  if (node === undefined) return yield { parts, definitions };
  if (node === false) return;
  if (node === true || parts.includes(node)) return yield* expand({ open: rest, parts, definitions }, search);
  const targets = [node.$ref, node.$dynamicRef].flatMap((reference) =>
    reference === undefined ? [] : [typeof reference === "function" ? reference() : reference],
  );
  const next = { parts: [...parts, node], definitions: [...definitions, ...targets] };
  const certain = [...targets, ...(node.allOf ?? [])];
  for (const chosen of combinations(choicesOf(node)))
    yield* expand({ ...next, open: [...certain, ...chosen, ...rest] }, search);
}

/** What can be chosen at a node, each with its options: lists of schemas. */
function choicesOf(node: NodeObject): readonly (readonly (readonly Node[])[])[] {
  const { anyOf, oneOf, if: condition, dependentSchemas = {} } = node;
  const not = (other: Node): Node => ({ not: other });
  return [
    ...(anyOf === undefined ? [] : [anyOf.map((each) => [each])]),
    ...(oneOf === undefined
      ? []
      : [oneOf.map((each) => [each, ...oneOf.filter((other) => other !== each).map(not)])]),
    ...(condition === undefined
      ? []
      : [
          [
            [condition, node.then ?? true],
            [not(condition), node.else ?? true],
          ],
        ]),
    ...Object.entries(dependentSchemas).map(([name, schema]) => [
      [{ required: [name] }, schema],
      [not({ required: [name] })],
    ]),
  ];
}

/** Every combination of one option of each choice, the first options first. */
function* combinations(choices: readonly (readonly (readonly Node[])[])[]): Generator<readonly Node[]> {
  const [first, ...rest] = choices;
  if (first === undefined) return yield [];
  for (const option of first) for (const others of combinations(rest)) yield [...option, ...others];
}

/** Whether nodes lead to one of the definitions through references and applicators. */
export function leadsTo(nodes: readonly Node[], definitions: ReadonlySet<Node>): boolean {
  const seen = new Set<Node>();
  const open: Node[] = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (definitions.has(node)) return true;
    if (typeof node === "boolean" || seen.has(node)) continue;
    seen.add(node);
    for (const reference of [node.$ref, node.$dynamicRef])
      if (typeof reference === "function") open.push(reference());
    open.push(...subnodes(node));
  }
  return false;
}
