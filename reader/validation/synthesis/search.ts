import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Node, type NodeObject, subnodes } from "../nodes/node.js";
import { support } from "../support.js";

/** How much of a value is written: what is required, or everything that is declared. */
export type Size = "small" | "full";

/** The state of one search for a value, which is given up after a number of steps. */
export interface Search {
  /** Steps that are left. */
  steps: number;
  /** JSON Pointers of members that are written even if they are optional. */
  readonly wanted: ReadonlySet<string>;
  /** Values by JSON Pointer, in addition to what the schema says. */
  readonly fixed: ReadonlyMap<string, unknown>;
  /** Whether a member may be there only to make an alternative of `oneOf` fail. */
  readonly excluding: boolean;
  /** Valid values for a place, the best first. Throws `OutOfSteps`. */
  readonly valuesFor: (slot: Slot) => Generator<unknown>;
  /** JSON Pointer of the first required place for which there was no value. */
  failure: string | undefined;
}

/** A place in the value that is being made, and the schemas that apply to it. */
export interface Slot {
  readonly nodes: readonly Node[];
  readonly path: readonly string[];
  readonly size: Size;
  /** Definitions that the places around this one are made of. */
  readonly ancestors: ReadonlySet<Node>;
}

/** Thrown if a search has no steps left. */
export class OutOfSteps extends Error {}

/** Counts one step. Throws `OutOfSteps`. */
export function spend(search: Search): void {
  if (--search.steps < 0) throw new OutOfSteps();
}

/** Remembers a required place without a value. */
export function failAt(search: Search, path: readonly string[]): void {
  search.failure ??= toPointer(path);
}

/** Whether a value is valid; one that is nested too deeply isn't. */
export function holds(node: Node, value: unknown): boolean {
  try {
    return support.conforms(node, value);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Schemas that together allow a value: one way through `anyOf`, `oneOf`, `if` and `dependentSchemas`. */
interface Alternative {
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
  const targets = [node.$ref, node.$dynamicRef].flatMap((reference) => {
    if (reference === undefined) return [];
    return [typeof reference === "function" ? reference() : reference];
  });
  const next = { parts: [...parts, node], definitions: [...definitions, ...targets] };
  const certain = [...targets, ...(node.allOf ?? [])];
  for (const chosen of combinations(nodeChoices(node)))
    yield* expand({ ...next, open: [...certain, ...chosen, ...rest] }, search);
}

/** What can be chosen at a node, each with its options: lists of schemas. */
function nodeChoices(node: NodeObject): readonly (readonly (readonly Node[])[])[] {
  const { anyOf, oneOf, if: condition, dependentSchemas = {} } = node;
  const not = (other: Node): Node => ({ not: other });
  const choices: (readonly (readonly Node[])[])[] = [];
  if (anyOf !== undefined) choices.push(anyOf.map((each) => [each]));
  if (oneOf !== undefined)
    choices.push(oneOf.map((each) => [each, ...oneOf.filter((other) => other !== each).map(not)]));
  if (condition !== undefined)
    choices.push([
      [condition, node.then ?? true],
      [not(condition), node.else ?? true],
    ]);
  for (const [name, schema] of Object.entries(dependentSchemas))
    choices.push([[{ required: [name] }, schema], [not({ required: [name] })]]);
  return choices;
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
