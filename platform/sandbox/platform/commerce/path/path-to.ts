import type { View } from "../../draft.js";
import type { SubscriptionStatus } from "../../records/commerce.js";
import type { Time } from "../../records/common.js";
import type { Commerce } from "../commerce.js";
import { existing } from "../records.js";
import { candidateSteps } from "./candidate-steps.js";
import type { PathStep, PathSubject } from "./path-step.js";
import { type Simulation, simulationOf, tryStep } from "./simulation.js";

/** More states aren't looked at. Guessed: ten times what the default lifecycle has. */
const mostStates = 2_000;

/** Where a path begins, and what it leads to. */
export interface PathGoal extends PathStart {
  /**
   * The complete name of an event of subscriptions, access, payments, refunds or billing, and the status that it reports, if that matters; or
   * only a status of the subscription.
   */
  readonly to:
    | { readonly event: string; readonly status?: SubscriptionStatus | undefined }
    | { readonly status: SubscriptionStatus };
  /** Longer paths aren't looked for. */
  readonly mostSteps?: number | undefined;
}

/** Where a path begins. */
export interface PathStart {
  readonly view: View;
  readonly now: Time;
  /** Without a subscription, the path begins with a purchase. */
  readonly subject: PathSubject;
}

/**
 * The shortest way through the lifecycle to an event or a status: commands, facts and time. It is found by trying the steps on a copy of the
 * organization's records; nothing of the view is changed. `undefined`: there is none, for example since the subscription has ended.
 */
export function pathTo(
  commerce: Commerce,
  { to, mostSteps = Number.POSITIVE_INFINITY, ...start }: PathGoal,
): readonly PathStep[] | undefined {
  for (const { path, end } of pathsFrom(commerce, start)) {
    if (path.length > mostSteps) return undefined;
    if (reached(end, to)) return path;
  }
  return undefined;
}

/** All paths that lead to something new, shortest first, each with its end, whose platform has the events of the last step. */
export function* pathsFrom(
  commerce: Commerce,
  { view, now, subject }: PathStart,
): Generator<{ readonly path: readonly PathStep[]; readonly end: Simulation }> {
  const start = simulationOf(commerce, view, { subject, now });
  const queue: { readonly at: Simulation; readonly steps: readonly PathStep[] }[] = [
    { at: start, steps: [] },
  ];
  const seen = new Set([stateOf(start)]);
  for (const { at, steps } of queue) {
    for (const step of candidateSteps(commerce, at)) {
      const end = tryStep(commerce, at, step);
      if (!end) continue;
      const path = [...steps, step];
      yield { path, end };
      const state = stateOf(end);
      if (seen.has(state) || seen.size >= mostStates) continue;
      seen.add(state);
      queue.push({ at: end, steps: path });
    }
  }
}

function reached({ platform, subject }: Simulation, to: PathGoal["to"]): boolean {
  const { subscription } = subject;
  if (!("event" in to)) {
    return platform.list("subscription", { id: subscription ?? "", status: to.status }).length > 0;
  }
  return platform.events.some(({ event: { event_type, resource_id, data } }) => {
    if (event_type !== to.event) return false;
    if (event_type.startsWith("oem.subscription.") && resource_id !== subscription) return false;
    return (
      to.status === undefined || (data as { readonly status?: unknown } | undefined)?.status === to.status
    );
  });
}

/** What decides which steps are possible: not the times, and not the versions. */
function stateOf({ platform, subject }: Simulation): string {
  if (subject.subscription === undefined) return "";
  const { status, billing, payment, details, organization, product } = existing(
    platform,
    "subscription",
    subject.subscription,
  );
  const ways = Object.entries(details).map(([name, value]) =>
    typeof value === "string" && name.startsWith("way_back.") ? `${name}=${value}` : name,
  );
  const access = platform.list("productAccess", { organization, product }).map((each) => each.status);
  const members = platform.list("memberAccess", { organization, product, assigned: true }).length;
  return [status, billing, payment, ...ways.sort(), ...access, members].join(" ");
}
