import {
  allowedStatuses,
  allows,
  createRules,
  type DateRules,
  isDateRule,
  type Lifecycle,
  type LifecycleStep,
  type Move,
  subscriptionStatuses,
  triggers,
} from "../platform/commerce/lifecycle.js";
import type { SubscriptionStatus } from "../platform/records/commerce.js";
import type { DataPath } from "./data-file.js";

/**
 * Checks that each event reports only statuses that the document allows for it, that all 16 statuses and all 20 events can be reached, that
 * nothing follows an end, that there is a way back wherever one is taken, and that timers lead somewhere.
 */
export function checkLifecycle(lifecycle: Lifecycle): readonly LifecycleProblem[] {
  const ways = findWaysBack(lifecycle);
  const steps = [...checkSteps(lifecycle, ways)];
  return [
    ...steps,
    ...checkPurchases(lifecycle),
    ...checkWaysBack(lifecycle, ways),
    ...checkTimers(lifecycle),
    ...checkReach(lifecycle),
  ];
}

function* checkSteps(lifecycle: Lifecycle, ways: WaysBack): Generator<LifecycleProblem> {
  for (const [at, move] of lifecycle.moves.entries()) {
    const transitions = moveTransitions(lifecycle, move, ways);
    for (const [number, { before, after }] of transitions.entries()) {
      const step = move.steps[number];
      if (!step?.event) continue;
      const path = ["moves", at, "steps", number];
      if (after.size === 0) {
        let message = "A new subscription needs a status: name it in `to`.";
        if (step.to === "way-back")
          message = "Nothing remembers a way back: name statuses in `from` that have `way_back`.";
        yield { path, message };
      }
      for (const status of after) {
        if (allows(step.event, status)) continue;
        yield {
          path: [...path, "event"],
          message: `\`${step.event}\` can't report the status "${status}". It allows: ${allowedStatuses[step.event].join(", ")}.`,
        };
      }
      const ended = [...before].find((status) => lifecycle.statuses[status].ended);
      if (ended)
        yield { path, message: `"${ended}" is an end, so no version of the subscription follows it.` };
    }
  }
}

/** A purchase is the only move from nothing, and there is one for each way in which it may go. */
function* checkPurchases({ moves }: Lifecycle): Generator<LifecycleProblem> {
  for (const [at, { on, from }] of moves.entries()) {
    if ((on === "checkout") === (from.length === 0)) continue;
    yield { path: ["moves", at, "from"], message: "`checkout`, and nothing else, comes `from: nothing`." };
  }
  const purchases = moves.filter(({ on }) => on === "checkout");
  for (const trial of [true, false]) {
    const plan = trial ? "a plan with a trial" : "a plan without a trial";
    for (const payment of ["free", "succeeds", "fails", "requires_action"] as const) {
      const found = purchases.some(
        ({ when }) => (when.trial ?? trial) === trial && (when.payment?.includes(payment) ?? true),
      );
      if (!found)
        yield {
          path: ["moves"],
          message: `There is no \`checkout\` for the payment "${payment}" of ${plan}.`,
        };
    }
  }
}

/** Ways back don't lead into each other in a circle, since each remembers one status only. */
function* checkWaysBack({ statuses }: Lifecycle, ways: WaysBack): Generator<LifecycleProblem> {
  for (const way of ways.keys()) {
    const seen = new Set(ways.get(way));
    for (const status of seen) {
      const next = statuses[status].wayBack;
      for (const each of (next !== undefined && ways.get(next)) || []) seen.add(each);
    }
    if ([...seen].every((status) => statuses[status].wayBack !== way)) continue;
    yield {
      path: ["statuses", way, "way_back"],
      message: `The way back from "${way}" leads to "${way}" again, through other ways back.`,
    };
  }
}

function* checkReach(lifecycle: Lifecycle): Generator<LifecycleProblem> {
  const reached = reachableStatuses(lifecycle);
  for (const status of subscriptionStatuses) {
    if (!reached.has(status))
      yield { path: ["statuses", status], message: `No move leads to the status "${status}".` };
  }
}

/** Checks that each timer has a date that something sets, and a move in each of its statuses, whatever happens to the payment. */
function* checkTimers(lifecycle: Lifecycle): Generator<LifecycleProblem> {
  const { dates } = createRules(lifecycle);
  const isKnown = (date: string) => date === "current_period_end" || dates.has(date);
  for (const [name, timer] of Object.entries(lifecycle.timers)) {
    const path = ["timers", name];
    if (triggers.includes(name))
      yield { path, message: `\`${name}\` is a trigger already; give the timer another name.` };
    if (!isKnown(timer.at))
      yield { path: [...path, "at"], message: `Nothing sets the date \`${timer.at}\`.` };
    for (const status of timer.in) {
      for (const payment of ["free", "succeeds", "fails"] as const) {
        const leads = lifecycle.moves.some(
          ({ on, from, when }) =>
            on === name && from.includes(status) && (when.payment?.includes(payment) ?? true),
        );
        if (!leads)
          yield {
            path: [...path, "in"],
            message: `No move follows the timer in the status "${status}" if the payment is "${payment}".`,
          };
      }
    }
  }
  for (const [at, { on, from, steps }] of lifecycle.moves.entries()) {
    const timer = lifecycle.timers[on];
    const never = timer && from.find((status) => !timer.in.includes(status));
    if (never)
      yield {
        path: ["moves", at, "from"],
        message: `The timer \`${on}\` isn't set in the status "${never}".`,
      };
    for (const [number, { set }] of steps.entries())
      yield* checkDates(set, { isKnown, path: ["moves", at, "steps", number, "set"] });
  }
  for (const kind of ["trial", "plan"] as const)
    yield* checkDates(lifecycle.periods[kind], { isKnown, path: ["periods", kind] });
}

function* checkDates(
  rules: DateRules,
  { isKnown, path }: { readonly isKnown: (date: string) => boolean; readonly path: LifecycleProblem["path"] },
): Generator<LifecycleProblem> {
  for (const [name, rule] of Object.entries(rules)) {
    if (!isDateRule(rule) || rule.of === undefined || isKnown(rule.of)) continue;
    yield { path: [...path, name, "of"], message: `Nothing sets the date \`${rule.of}\`.` };
  }
}

/** The statuses in which a subscription may be before and after a step. There are none before a purchase. */
interface Transition {
  readonly before: ReadonlySet<SubscriptionStatus>;
  readonly after: ReadonlySet<SubscriptionStatus>;
}

/** To which statuses the way back out of a status may lead, by the name of the way. */
type WaysBack = ReadonlyMap<SubscriptionStatus, ReadonlySet<SubscriptionStatus>>;

/** The ways back of a lifecycle: into a status with one, from every status that has none or another one. */
function findWaysBack(lifecycle: Lifecycle): WaysBack {
  const ways = new Map<SubscriptionStatus, Set<SubscriptionStatus>>();
  for (const move of lifecycle.moves) {
    const transitions = moveTransitions(lifecycle, move, new Map());
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
function moveTransitions(lifecycle: Lifecycle, move: Move, ways: WaysBack): readonly Transition[] {
  let before: ReadonlySet<SubscriptionStatus> = new Set(move.from);
  return move.steps.map((step) => {
    const after = stepTargets(lifecycle, { before, step, ways, only: move.when.wayBack });
    const transition = { before, after };
    before = after;
    return transition;
  });
}

/** All statuses that a purchase and the moves after it reach. A way back leads nowhere new. */
function reachableStatuses(lifecycle: Lifecycle): ReadonlySet<SubscriptionStatus> {
  const reached = new Set<SubscriptionStatus>();
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const move of lifecycle.moves) {
      const from = move.from.filter((status) => reached.has(status));
      if (move.from.length > 0 && from.length === 0) continue;
      for (const { after } of moveTransitions(lifecycle, { ...move, from }, new Map()))
        for (const status of after) reached.add(status);
    }
  }
  return reached;
}

function stepTargets(
  lifecycle: Lifecycle,
  {
    before,
    step: { to },
    ways,
    only,
  }: {
    readonly before: Transition["before"];
    readonly step: LifecycleStep;
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

/** What is wrong with a lifecycle whose shape is right. */
interface LifecycleProblem {
  readonly path: DataPath;
  readonly message: string;
}
