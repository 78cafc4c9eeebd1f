import type { Node, NodeObject } from "../nodes/node.js";

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
