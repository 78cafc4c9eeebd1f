import { type Node, type NodeObject, sameValue } from "../../../reader/validation/nodes/node.js";
import { targetsOf } from "../inclusion/goal/unwrapped.js";

/** The schemas that say something about the same value as these: their references and what they combine. `not` is left out. */
export function inPlace(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [
    ...targetsOf(node),
    ...sameValue(node).filter((each) => each !== node.not),
  ]);
}

/** Those of them that always apply. */
export function always(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [...targetsOf(node), ...(node.allOf ?? [])]);
}

function closure(nodes: readonly Node[], next: (node: NodeObject) => readonly Node[]): NodeObject[] {
  const found = new Set(nodes.filter((node) => typeof node === "object"));
  for (const node of found) for (const each of next(node)) if (typeof each === "object") found.add(each);
  return [...found];
}
