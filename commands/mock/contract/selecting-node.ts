import {
  type BranchChoice,
  type Node,
  type NodeObject,
  type NodeReference,
  subnodes,
} from "../../../reader/validation/nodes/node.js";

/**
 * A schema in which each alternative of a `oneOf` with a `discriminator` also demands the values that select it, so that alternatives which
 * overlap don't exclude each other. Shared parts stay shared.
 */
export function selectingNode(root: Node): Node {
  return rewritten(root, (copy, { choices }) => {
    const choice = choices?.oneOf;
    if (copy.oneOf !== undefined && choice !== undefined)
      copy.oneOf = copy.oneOf.map((branch, index) => selected(branch, index, choice));
  });
}

/** A schema in which any alternative of a `oneOf` may match, however many do. Shared parts stay shared. */
export function lenientNode(root: Node): Node {
  return rewritten(root, (copy) => {
    const { oneOf, allOf = [] } = copy;
    if (oneOf === undefined) return;
    delete copy.oneOf;
    copy.allOf = [...allOf, { anyOf: oneOf }];
  });
}

/** A copy of a schema, each part of which was changed. */
function rewritten(root: Node, change: (copy: NodeObject, original: NodeObject) => void): Node {
  const known = new Map<NodeObject, NodeObject>();
  const list = (nodes: readonly Node[]): readonly Node[] => nodes.map(changed);
  const map = (nodes: Readonly<Record<string, Node>>): Readonly<Record<string, Node>> =>
    Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, changed(node)]));
  const reference = (target: NodeReference | boolean): NodeReference | boolean => {
    if (typeof target === "boolean") return target;
    return Object.assign(() => changed(target()), { definition: target.definition });
  };
  const changed = (node: Node): Node => {
    if (typeof node === "boolean") return node;
    const before = known.get(node);
    if (before !== undefined) return before;
    const copy: NodeObject = { ...node };
    known.set(node, copy);
    for (const key of ["$ref", "$dynamicRef"] as const)
      if (node[key] !== undefined) copy[key] = reference(node[key]);
    for (const key of ["allOf", "anyOf", "oneOf", "prefixItems"] as const)
      if (node[key] !== undefined) copy[key] = list(node[key]);
    for (const key of ["properties", "patternProperties", "dependentSchemas"] as const)
      if (node[key] !== undefined) copy[key] = map(node[key]);
    for (const key of single) if (node[key] !== undefined) copy[key] = changed(node[key]);
    change(copy, node);
    return copy;
  };
  return changed(root);
}

const single = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "items",
  "contains",
  "unevaluatedItems",
] as const;

/** An alternative with the values that select it. */
function selected(branch: Node, index: number, { property, values = {} }: BranchChoice): Node {
  const own = Object.entries(values).flatMap(([value, at]) => (at === index ? [value] : []));
  if (property === undefined || own.length === 0) return branch;
  const selector: NodeObject = {
    type: ["object"],
    required: [property],
    properties: { [property]: { enum: own } },
  };
  return { allOf: [selector, branch] };
}

/** Whether a schema, or one that it leads to, has alternatives of which only one may match. */
export function hasExclusiveChoice(root: Node): boolean {
  const seen = new Set<Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "boolean" || seen.has(node)) continue;
    seen.add(node);
    if (node.oneOf !== undefined) return true;
    for (const target of [node.$ref, node.$dynamicRef]) if (typeof target === "function") open.push(target());
    open.push(...subnodes(node));
  }
  return false;
}
