import type { Lifecycle, Move, Step } from "../platform/commerce/lifecycle.js";
import type { SubscriptionStatus } from "../platform/records/commerce.js";

/** The statuses in which a subscription may be before and after a step. There are none before a purchase. */
export interface Transition {
  readonly before: ReadonlySet<SubscriptionStatus>;
  readonly after: ReadonlySet<SubscriptionStatus>;
}

/** To which statuses the way back out of a status may lead, by the name of the way. */
export type WaysBack = ReadonlyMap<SubscriptionStatus, ReadonlySet<SubscriptionStatus>>;

/** The ways back of a lifecycle: into a status with one, from every status that has none or another one. */
export function waysBackOf(lifecycle: Lifecycle): WaysBack {
  const ways = new Map<SubscriptionStatus, Set<SubscriptionStatus>>();
  for (const move of lifecycle.moves) {
    const transitions = transitionsOf(lifecycle, move, new Map());
    for (const [number, { before }] of transitions.entries()) {
      const to = move.steps[number]?.to ?? "unchanged";
      const way = to === "unchanged" || to === "way-back" ? undefined : lifecycle.statuses[to].wayBack;
      if (way === undefined) continue;
      const known = ways.get(way) ?? new Set();
      ways.set(way, known);
      for (const from of before) if (lifecycle.statuses[from].wayBack !== way) known.add(from);
    }
  }
  return ways;
}

/** The transition of each step of a move. */
export function transitionsOf(lifecycle: Lifecycle, move: Move, ways: WaysBack): readonly Transition[] {
  let before: ReadonlySet<SubscriptionStatus> = new Set(move.from);
  return move.steps.map((step) => {
    const after = targetsOf(lifecycle, { before, step, ways, only: move.when.wayBack });
    const transition = { before, after };
    before = after;
    return transition;
  });
}

/** All statuses that a purchase and the moves after it reach. A way back leads nowhere new. */
export function reachableStatuses(lifecycle: Lifecycle): ReadonlySet<SubscriptionStatus> {
  const reached = new Set<SubscriptionStatus>();
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const move of lifecycle.moves) {
      const from = move.from.filter((status) => reached.has(status));
      if (move.from.length > 0 && from.length === 0) continue;
      for (const { after } of transitionsOf(lifecycle, { ...move, from }, new Map()))
        for (const status of after) reached.add(status);
    }
  }
  return reached;
}

function targetsOf(
  lifecycle: Lifecycle,
  {
    before,
    step: { to },
    ways,
    only,
  }: {
    readonly before: Transition["before"];
    readonly step: Step;
    readonly ways: WaysBack;
    readonly only: readonly SubscriptionStatus[] | undefined;
  },
): ReadonlySet<SubscriptionStatus> {
  if (to === "unchanged") return before;
  if (to !== "way-back") return new Set([to]);
  const found = [...before].flatMap((status) => [
    ...(ways.get(lifecycle.statuses[status].wayBack ?? status) ?? []),
  ]);
  return new Set(only ? found.filter((status) => only.includes(status)) : found);
}
