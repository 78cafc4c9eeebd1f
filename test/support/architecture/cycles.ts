/** The nodes that each node leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** One shortest cycle for each group of nodes that lead to each other, such as `["a", "b", "a"]`. */
export function cyclesIn(graph: Graph): string[][] {
  const found: string[][] = [];
  const seen = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue;
    const way = wayBack(graph, start);
    if (way === undefined) continue;
    found.push(way);
    for (const node of findGroup(graph, start)) seen.add(node);
  }
  return found;
}

/** The shortest path from a node to itself. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const before = new Map<string, string>();
  const open = [start];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...pathTo(before, node, start), start];
      if (before.has(next)) continue;
      before.set(next, node);
      open.push(next);
    }
  }
  return undefined;
}

function pathTo(before: ReadonlyMap<string, string>, node: string, start: string): string[] {
  const path = [node];
  for (let at = node; at !== start; path.unshift(at)) at = before.get(at) ?? start;
  return path;
}

/** All nodes that a node leads to and that lead to it. */
function findGroup(graph: Graph, start: string): string[] {
  const reached = reachable(graph, start);
  return [...reached].filter((node) => reachable(graph, node).has(start));
}

function reachable(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return reached;
}
