import type { Node } from "../../../../reader/validation/nodes/node.js";
import { fails, type Goal, holds } from "../goal/goal.js";

/** What some items must be, without saying which ones. */
export interface Demands {
  readonly some: readonly { readonly from: number; readonly node: Node }[];
  readonly contained: readonly { readonly node: Node; readonly least: number; readonly most: number }[];
}

/** The goals of the items for each way to choose the items that meet the demands. */
export function* placements(base: readonly Goal[], { some, contained }: Demands): Generator<readonly Goal[]> {
  const [demand, ...others] = some;
  if (demand !== undefined) {
    for (let at = demand.from; at < base.length; at++)
      yield* placements(
        base.map((goal, index) => (index === at ? [...goal, fails(demand.node)] : goal)),
        { some: others, contained },
      );
    return;
  }
  const [count, ...rest] = contained;
  if (count === undefined) {
    yield base;
    return;
  }
  const { node, least, most } = count;
  // Without an upper limit, whether the other items count doesn't matter.
  const open = !Number.isFinite(most);
  for (let size = least; size <= (open ? least : Math.min(most, base.length)); size++)
    for (const chosen of choices(base.length, size))
      yield* placements(
        base.map((goal, at) =>
          chosen.has(at) ? [...goal, holds(node)] : open ? goal : [...goal, fails(node)],
        ),
        { some: [], contained: rest },
      );
}

/** The sets of so many numbers below a limit. */
function* choices(limit: number, size: number, from = 0): Generator<ReadonlySet<number>> {
  if (size === 0) {
    yield new Set();
    return;
  }
  for (let at = from; at <= limit - size; at++)
    for (const others of choices(limit, size - 1, at + 1)) yield new Set([at, ...others]);
}
