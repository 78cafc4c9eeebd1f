import type { Node, NodeObject } from "../nodes/node.js";

/** More combinations of members aren't tried. */
const mostTried = 20;

/**
 * Further parts by which an object matches none of the schemas that `parts` rule out by `not`: each gives a member that one of these schemas describes another value
 * than it allows. So alternatives of a `oneOf` are told apart in which everything is optional.
 */
export function* excludingParts(parts: readonly NodeObject[]): Generator<NodeObject> {
  const excluded = parts.map(({ not }) => [...describedMembers(not)]).filter((members) => members.length > 0);
  const most = Math.min(mostTried, Math.max(0, ...excluded.map((members) => members.length)));
  for (let at = 0; at < most; at++) {
    const nodes = new Map<string, Node[]>();
    for (const members of excluded) {
      const [name, node] = members[at % members.length] ?? ["", true];
      nodes.set(name, [...(nodes.get(name) ?? []), { not: node }]);
    }
    yield { properties: Object.fromEntries([...nodes].map(([name, allOf]) => [name, { allOf }])) };
  }
}

/** The members that a schema describes, through references and `allOf`. */
function describedMembers(root: Node | undefined): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const seen = new Set<Node>();
  const open: Node[] = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "boolean" || seen.has(node)) continue;
    seen.add(node);
    for (const [name, member] of Object.entries(node.properties ?? {}))
      if (!found.has(name)) found.set(name, member);
    if (typeof node.$ref === "function") open.push(node.$ref());
    open.push(...(node.allOf ?? []));
  }
  return found;
}
