import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import {
  type Definition,
  type Node,
  type NodeObject,
  partsOfValue,
  reachableDefinitions,
  sameValue,
} from "../nodes/node.js";

/** Keywords that make the set of evaluated properties depend on the value. */
const dependent = [
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
] as const satisfies readonly (keyof NodeObject)[];

/**
 * The names of the properties that a schema and its sibling keywords evaluate, if they are the same for every value:
 * then `unevaluatedProperties` needs no evaluation. `undefined` otherwise.
 */
export function closedNames(root: NodeObject): ReadonlySet<string> | undefined {
  if (root.unevaluatedItems !== undefined || root.unevaluatedProperties === undefined) return undefined;
  const names = new Set<string>();
  const seen = new Set<Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "boolean" || seen.has(node)) continue;
    seen.add(node);
    const other: NodeObject = node === root ? { ...root, unevaluatedProperties: undefined as never } : node;
    if (dependent.some((keyword) => other[keyword] !== undefined)) return undefined;
    for (const name of Object.keys(node.properties ?? {})) names.add(name);
    open.push(...(node.allOf ?? []), ...(typeof node.$ref === "function" ? [node.$ref()] : []));
  }
  return names;
}

/** Whether validity needs a full evaluation, because what is unevaluated depends on the value. */
export function needsEvaluation(node: NodeObject): boolean {
  if (node.unevaluatedItems !== undefined) return true;
  return node.unevaluatedProperties !== undefined && closedNames(node) === undefined;
}

/** How many levels of a document the schemas of a definition can descend; infinite if they recurse. */
const heights = new WeakMap<Definition, number>();

/**
 * Whether a definition can descend deeper into a document than `maxJsonDepth`: it is recursive, refers to a recursive
 * one, or begins a long chain of references. Only such definitions must count the levels.
 */
export function isDeep(definition: Definition): boolean {
  if (!heights.has(definition)) measure(definition);
  return (heights.get(definition) ?? Number.POSITIVE_INFINITY) > maxJsonDepth;
}

interface Step {
  readonly target: Definition;
  readonly depth: number;
}

/** Measures the definition and all that it refers to, those first that refer to none; a cycle never gets its turn. */
function measure(root: Definition): void {
  const open = reachableDefinitions([root]);
  const waiting = new Map<Definition, { missing: number; height: number }>();
  const above = new Map<Definition, { from: Definition; depth: number }[]>();
  for (const definition of open) {
    const { height, steps } = measureDescents(definition.node);
    waiting.set(definition, { missing: steps.length, height });
    for (const { target, depth } of steps) {
      const users = above.get(target) ?? [];
      users.push({ from: definition, depth });
      above.set(target, users);
    }
  }
  const ready = open.filter((definition) => waiting.get(definition)?.missing === 0);
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    const { height } = waiting.get(next) as { height: number };
    heights.set(next, height);
    for (const { from, depth } of above.get(next) ?? []) {
      const state = waiting.get(from) as { missing: number; height: number };
      state.height = Math.max(state.height, depth + height);
      if (--state.missing === 0) ready.push(from);
    }
  }
  for (const definition of open)
    if (!heights.has(definition)) heights.set(definition, Number.POSITIVE_INFINITY);
}

/** How deep a node descends itself, and the references in it with the depth at which they apply. */
function measureDescents(root: Node): { readonly height: number; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let height = 0;
  const open: [Node, number][] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    height = Math.max(height, depth);
    if (typeof node === "boolean") continue;
    for (const reference of [node.$ref, node.$dynamicRef])
      if (typeof reference === "function") steps.push({ target: reference.definition, depth });
    for (const beside of sameValue(node)) open.push([beside, depth]);
    for (const below of partsOfValue(node)) open.push([below, depth + 1]);
  }
  return { height, steps };
}
