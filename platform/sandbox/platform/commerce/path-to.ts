import { Refusal, type View } from "../draft.js";
import { createMemoryPlatform, type MemoryPlatform } from "../memory-platform.js";
import type { SubscriptionRecord, SubscriptionStatus } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import { type Kind, memberAccessId } from "../records/records.js";
import type { Commerce } from "./commerce.js";
import { setTimers } from "./dates.js";
import type { OperatorTrigger } from "./lifecycle.js";
import { type PathStep, type PathSubject, pathTimers, stepCommand } from "./path-step.js";
import { existing } from "./records.js";

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
interface PathStart {
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
  const start = createSimulation(commerce, view, { subject, now });
  const queue: { readonly at: Simulation; readonly steps: readonly PathStep[] }[] = [
    { at: start, steps: [] },
  ];
  const seen = new Set([simulationState(start)]);
  for (const { at, steps } of queue) {
    for (const step of candidateSteps(commerce, at)) {
      const end = tryStep(commerce, at, step);
      if (!end) continue;
      const path = [...steps, step];
      yield { path, end };
      const state = simulationState(end);
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
function simulationState({ platform, subject }: Simulation): string {
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

/** Of steps that lead equally far, the one that changes least comes first. */
const gentleFirst: readonly OperatorTrigger[] = [
  "revise",
  "update_payment_method",
  "payment_succeeds",
  "resume",
  "reinstate",
  "request_restoration",
  "payment_fails",
  "pause",
  "suspend",
  "request_refund",
  "refund_succeeds",
  "refund_fails",
  "refund_unknown",
];

/** Steps that may be possible now. */
function candidateSteps(commerce: Commerce, { platform, subject }: Simulation): readonly PathStep[] {
  if (subject.subscription === undefined) return purchases({ platform, subject });
  const subscription = existing(platform, "subscription", subject.subscription);
  const possible = commerce.possibleTriggers(platform, subscription);
  const operated = (triggers: readonly OperatorTrigger[]) =>
    triggers
      .filter((trigger) => possible.includes(trigger))
      .map((trigger): PathStep => ({ kind: "operate", trigger }));
  const steps: PathStep[] = [
    ...operated(gentleFirst),
    ...pathTimers(commerce, platform, subject).map(({ name }) => ({ kind: "advance", timer: name }) as const),
    ...memberSteps({ platform, subject }, subscription),
    ...planSteps({ platform, subject }, subscription),
    { kind: "payment", payment: subscription.payment === "fails" ? "succeeds" : "fails" },
  ];
  if (possible.includes("cancel_at_period_end")) steps.push({ kind: "cancel", when: "period_end" });
  if (possible.includes("cancel_now")) steps.push({ kind: "cancel", when: "now" });
  return [...steps, ...operated(["terminate"])];
}

const allPayments = ["succeeds", "fails", "requires_action", "pending", "unknown"] as const;

function purchases({ platform, subject }: Simulation): readonly PathStep[] {
  const bound = platform.get("application", subject.application)?.product;
  return platform
    .list("catalogProduct")
    .filter(({ code }) => bound === undefined || code === bound)
    .flatMap(({ code: product, plans }) =>
      plans.flatMap(({ code: plan, version: planVersion, billing, trialDays }): PathStep[] => {
        if (subject.plan !== undefined && plan !== subject.plan) return [];
        const isPaidNow = billing !== "free" && trialDays === 0;
        const payments = isPaidNow ? allPayments : (["succeeds"] as const);
        return payments.map((payment) => ({ kind: "buy", product, plan, planVersion, payment }));
      }),
    );
}

function memberSteps(
  { platform }: Simulation,
  { organization, product }: SubscriptionRecord,
): readonly PathStep[] {
  const member = platform.list("membership", { organization, status: "active" })[0];
  if (!member) return [];
  const assigned = platform.get("memberAccess", memberAccessId(member.id, product))?.assigned;
  return [{ kind: assigned ? "unassign" : "assign", membership: member.id }];
}

function planSteps(
  { platform }: Simulation,
  { product, plan, planVersion, billing }: SubscriptionRecord,
): readonly PathStep[] {
  const other = platform
    .get("catalogProduct", product)
    ?.plans.find(
      (each) =>
        (each.code !== plan || each.version !== planVersion) &&
        (each.billing === billing || billing === "paid"),
    );
  if (!other) return [];
  return (["now", "period_end"] as const).map((when) => ({
    kind: "change-plan",
    plan: other.code,
    planVersion: other.version,
    when,
  }));
}

/** A copy of what a path is about, in which steps can be tried. */
interface Simulation {
  readonly platform: MemoryPlatform;
  readonly subject: PathSubject;
}

/** Copies what decides about an organization's subscription; of its members only one, who may be assigned. */
function createSimulation(
  commerce: Commerce,
  view: View,
  { subject, now }: { readonly subject: PathSubject; readonly now: Time },
): Simulation {
  const { organization } = subject;
  const platform = createMemoryPlatform({ start: now });
  platform.run((draft) => {
    const copy = <K extends Kind>(kind: K, records: ReturnType<typeof view.list<K>>) => {
      for (const record of records) draft.put(kind, record);
    };
    copy("application", view.list("application", { id: subject.application }));
    copy("organization", view.list("organization", { id: organization }));
    copy("catalogProduct", view.list("catalogProduct"));
    copy("membership", view.list("membership", { organization, status: "active" }).slice(0, 1));
    copy("operation", view.list("operation", { organization, status: "pending" }));
    for (const kind of ["subscription", "productAccess", "entitlement", "memberAccess"] as const) {
      copy(kind, view.list<typeof kind>(kind, { organization }));
    }
    const own =
      subject.subscription === undefined ? undefined : view.get("subscription", subject.subscription);
    if (own) setTimers(draft, commerce.rules, own);
  }, undefined);
  return { platform, subject };
}

/** What a step leads to, or `undefined` if it isn't possible. The simulation itself stays as it is. */
function tryStep(
  commerce: Commerce,
  { platform: before, subject }: Simulation,
  step: PathStep,
): Simulation | undefined {
  const platform = before.copy();
  if (step.kind === "advance") {
    const timer = pathTimers(commerce, platform, subject).find(({ name }) => name === step.timer);
    if (!timer) return undefined;
    platform.advanceTo(timer.at, commerce.timerCommands);
    return { platform, subject };
  }
  try {
    return { platform, subject: platform.run(stepCommand(commerce, step), subject) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
