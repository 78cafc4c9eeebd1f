import {
  allowedStatuses,
  allows,
  type SubscriptionEventType,
  subscriptionStatuses,
} from "../platform/commerce/event-statuses.js";
import type { Lifecycle } from "../platform/commerce/lifecycle.js";
import { checkTimers } from "./check-timers.js";
import type { LifecycleProblem } from "./lifecycle-problem.js";
import { reachableStatuses, transitionsOf, type WaysBack, waysBackOf } from "./lifecycle-transitions.js";

/**
 * Checks that each event reports only statuses that the document allows for it, that all 16 statuses and all 20 events can be reached, that
 * nothing follows an end, that there is a way back wherever one is taken, and that timers lead somewhere.
 */
export function checkLifecycle(lifecycle: Lifecycle): readonly LifecycleProblem[] {
  const ways = waysBackOf(lifecycle);
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
    const transitions = transitionsOf(lifecycle, move, ways);
    for (const [number, { before, after }] of transitions.entries()) {
      const step = move.steps[number];
      if (!step?.event) continue;
      const path = ["moves", at, "steps", number];
      if (after.size === 0) {
        yield {
          path,
          message:
            step.to === "way-back"
              ? "Nothing remembers a way back: name statuses in `from` that have `way_back`."
              : "A new subscription needs a status: name it in `to`.",
        };
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
    for (const payment of ["free", "succeeds", "fails", "requires_action"] as const) {
      const found = purchases.some(
        ({ when }) => (when.trial ?? trial) === trial && (when.payment?.includes(payment) ?? true),
      );
      if (!found)
        yield {
          path: ["moves"],
          message: `There is no \`checkout\` for the payment "${payment}" of a plan ${trial ? "with" : "without"} a trial.`,
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
  const emitted = new Set(
    lifecycle.moves
      .filter(({ from }) => from.length === 0 || from.some((status) => reached.has(status)))
      .flatMap(({ steps }) => steps.map(({ event }) => event)),
  );
  for (const event of Object.keys(allowedStatuses) as SubscriptionEventType[]) {
    if (!emitted.has(event)) yield { path: ["moves"], message: `No move emits \`${event}\`.` };
  }
}
