import { type Node, type NodeObject, sameValue } from "../../../reader/validation/nodes/node.js";
import { referenceTargets } from "../inclusion/goal/node-classes.js";

/** The schema of a member or of an item, as far as it always applies; `undefined` if the schema says nothing about it. */
export function schemaAt(node: Node, token: string, parent: unknown): Node | undefined {
  const found = always([node]).flatMap((each) => findPart(each, token, parent) ?? []);
  const distinct = [...new Set(found)];
  if (distinct.length > 1) return { allOf: distinct };
  return distinct[0];
}

function findPart(node: NodeObject, token: string, parent: unknown): Node | undefined {
  if (Array.isArray(parent)) return node.prefixItems?.[Number(token)] ?? node.items;
  if (node.properties !== undefined && Object.hasOwn(node.properties, token)) return node.properties[token];
  // Whether a pattern matches isn't looked at, so such a schema isn't known.
  if (node.patternProperties === undefined) return node.additionalProperties;
  return undefined;
}

/** The schemas that say something about the same value as these: their references and what they combine. `not` is left out. */
export function inPlace(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [
    ...referenceTargets(node),
    ...sameValue(node).filter((each) => each !== node.not),
  ]);
}

/** Those of them that always apply. */
function always(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [...referenceTargets(node), ...(node.allOf ?? [])]);
}

function closure(nodes: readonly Node[], next: (node: NodeObject) => readonly Node[]): NodeObject[] {
  const found = new Set(nodes.filter((node) => typeof node === "object"));
  for (const node of found) for (const each of next(node)) if (typeof each === "object") found.add(each);
  return [...found];
}
