/**
 * The nodes of a graph that lie on a cycle, each with the number of the cycle's component: nodes with the same number
 * reach each other. Takes time linear in nodes and edges, and no stack.
 */
export function findCycles<T>(nodes: readonly T[], edgesFrom: (node: T) => readonly T[]): Map<T, number> {
  const order = new Map<T, number>();
  const low = new Map<T, number>();
  const waiting: T[] = [];
  const isWaiting = new Set<T>();
  const found = new Map<T, number>();
  let components = 0;
  const enter = (node: T) => {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    waiting.push(node);
    isWaiting.add(node);
    return { node, edges: edgesFrom(node), next: 0 };
  };
  for (const start of nodes) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { node, edges } = at;
      const lower = (other: number) => low.set(node, Math.min(low.get(node) as number, other));
      if (at.next < edges.length) {
        const target = edges[at.next++] as T;
        if (!order.has(target)) path.push(enter(target));
        else if (isWaiting.has(target)) lower(order.get(target) as number);
        continue;
      }
      path.pop();
      const above = path.at(-1)?.node;
      if (above !== undefined) low.set(above, Math.min(low.get(above) as number, low.get(node) as number));
      if (low.get(node) !== order.get(node)) continue;
      const members = waiting.splice(waiting.lastIndexOf(node));
      for (const member of members) isWaiting.delete(member);
      if (members.length > 1 || edges.includes(node))
        for (const member of members) found.set(member, components);
      components++;
    }
  }
  return found;
}
