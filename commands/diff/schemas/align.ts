import type { Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { always } from "./in-place.js";

/** The schema of a member or of an item, as far as it always applies; `undefined` if the schema says nothing about it. */
export function schemaAt(node: Node, token: string, parent: unknown): Node | undefined {
  const found = always([node]).flatMap((each) => partOf(each, token, parent) ?? []);
  const distinct = [...new Set(found)];
  return distinct.length > 1 ? { allOf: distinct } : distinct[0];
}

function partOf(node: NodeObject, token: string, parent: unknown): Node | undefined {
  if (Array.isArray(parent)) return node.prefixItems?.[Number(token)] ?? node.items;
  if (node.properties !== undefined && Object.hasOwn(node.properties, token)) return node.properties[token];
  // Whether a pattern matches isn't looked at, so such a schema isn't known.
  return node.patternProperties === undefined ? node.additionalProperties : undefined;
}
