import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";

/** What doesn't change which values are valid. */
export const annotations: ReadonlySet<string> = new Set([
  "at",
  "clause",
  "level",
  "secret",
  "names",
  "choices",
]);

/** The schemas that a schema refers to. */
export function targetsOf({ $ref, $dynamicRef }: NodeObject): Node[] {
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
  return list === undefined ? targetsOf(node)[0] : list.length === 1 ? list[0] : undefined;
}
