import type { Draft } from "../draft.js";
import type { Operation, SubscriptionRecord } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import type { Plan } from "../records/products.js";
import { accessLevel, isUsable, rememberLevel } from "./access-members.js";
import { syncAccess } from "./access-product.js";
import { findMove, pendingPlan, rememberWayBack, statusAfterHold } from "./choose-move.js";
import { afterHold, periodFrom, setTimers, stepValues } from "./dates.js";
import { emitCommercialEvent, emitSubscriptionEvent } from "./envelope.js";
import type { CommerceRules, LifecycleStep, Move } from "./lifecycle.js";
import { requirePlan } from "./records.js";

/** What a move needs beside the subscription. */
interface MoveInput {
  readonly operation: Operation;
  /** The plan that was chosen, if one was. */
  readonly plan?: Plan | undefined;
  /** Dates of the caller, by name. */
  readonly dates?: Readonly<Record<string, Time>> | undefined;
  readonly correlation: string;
}

/** Does a move: a version and an event for each step that has one, then timers, and what the organization may use. */
export function applyMove(
  draft: Draft,
  rules: CommerceRules,
  about: MoveInput & { readonly subscription: SubscriptionRecord; readonly move: Move },
): SubscriptionRecord {
  const { move, correlation } = about;
  let { subscription, operation } = about;
  for (const step of move.steps) {
    operation = afterStep(draft, { ...operation, subscription: subscription.id }, step);
    draft.put("operation", operation);
    for (const type of step.emits) emitCommercialEvent(draft, type, subscription);
    if (!step.event) continue;
    subscription = nextVersion(draft, rules, { ...about, subscription, step, operation });
    draft.put("subscription", subscription);
    emitSubscriptionEvent(draft, rules, { type: step.event, subscription, correlation });
  }
  if (subscription.version === about.subscription.version) return subscription;
  setTimers(draft, rules, subscription);
  syncAccess(draft, rules, { before: about.subscription, subscription, correlation });
  return subscription;
}

function nextVersion(
  draft: Draft,
  rules: CommerceRules,
  about: MoveInput & { readonly subscription: SubscriptionRecord; readonly step: LifecycleStep },
): SubscriptionRecord {
  const { step, operation } = about;
  const { now } = draft;
  const status = stepTarget(rules, about.subscription, step);
  const isChange = status !== about.subscription.status;
  const held = isChange ? afterHold(rules, about.subscription, now) : about.subscription;
  const planned = withPlan(draft, held, about);
  const subscription = {
    ...planned,
    ...(step.period !== undefined && nextPeriod(draft, planned, step.period)),
  };
  const details = {
    ...(isChange ? rememberWayBack(rules, subscription, status) : subscription.details),
    ...moveDates(draft, rules, { ...about, subscription }),
    ...(rules.lifecycle.statuses[status].ended && { ended_at: now }),
  };
  return {
    ...subscription,
    status,
    statusSince: isChange ? now : subscription.statusSince,
    version: subscription.version + 1,
    operation: operation.id,
    reason: step.reason ?? subscription.reason,
    updatedAt: now,
    details: rememberLevel(
      rules,
      status,
      Object.fromEntries(Object.entries(details).filter(([name]) => !step.clear.includes(name))),
    ),
  };
}

function stepTarget(
  rules: CommerceRules,
  subscription: SubscriptionRecord,
  { to }: LifecycleStep,
): SubscriptionRecord["status"] {
  if (to === "unchanged") return subscription.status;
  if (to !== "way-back") return to;
  const back = statusAfterHold(rules, subscription);
  if (back === undefined) throw new TypeError(`No way back from "${subscription.status}".`);
  return back;
}

function withPlan(
  draft: Draft,
  subscription: SubscriptionRecord,
  { step, plan: chosen }: { readonly step: LifecycleStep; readonly plan?: Plan | undefined },
): SubscriptionRecord {
  if (step.plan === undefined) return subscription;
  const plan = step.plan === "pending" ? pendingPlan(draft, subscription) : chosen;
  if (!plan) throw new TypeError("This move needs a plan.");
  const {
    pending_plan_code: _code,
    pending_plan_version: _version,
    pending_plan_effective_at: _at,
    ...rest
  } = subscription.details;
  if (step.plan === "scheduled") {
    return {
      ...subscription,
      details: { ...rest, pending_plan_code: plan.code, pending_plan_version: plan.version },
    };
  }
  return { ...subscription, ...ofPlan(plan), details: { ...rest, ...withPrice(rest, plan) } };
}

/** What a subscription takes over from its plan. */
export const ofPlan = ({
  code,
  version,
  billing,
}: Plan): Pick<SubscriptionRecord, "plan" | "planVersion" | "billing"> => ({
  plan: code,
  planVersion: version,
  billing,
});

/** The details with the reference of a plan's price, or without one if it has none. */
export function withPrice(
  { price_version_ref: _old, ...details }: SubscriptionRecord["details"],
  { price }: Plan,
): SubscriptionRecord["details"] {
  if (price === undefined) return details;
  return { ...details, price_version_ref: price };
}

function nextPeriod(
  draft: Draft,
  subscription: SubscriptionRecord,
  period: NonNullable<LifecycleStep["period"]>,
): Pick<SubscriptionRecord, "periodStart" | "periodEnd" | "details"> {
  const plan = requirePlan(draft, subscription.product, {
    plan: subscription.plan,
    version: subscription.planVersion,
  });
  return periodFrom(period, { now: draft.now, subscription, plan });
}

function moveDates(
  draft: Draft,
  rules: CommerceRules,
  {
    subscription,
    step,
    dates = {},
  }: MoveInput & { readonly subscription: SubscriptionRecord; readonly step: LifecycleStep },
): SubscriptionRecord["details"] {
  const known = { now: draft.now, subscription, dates, newId: draft.newId };
  const { periods } = rules.lifecycle;
  const ofPeriod = step.period && stepValues(periods[step.period === "trial" ? "trial" : "plan"], known);
  return { ...ofPeriod, ...stepValues(step.set, known) };
}

/** Ends the free subscription that a paid one replaces, as soon as that may be used. Each has its own versions (§2.4). */
export function replaceUpgraded(
  draft: Draft,
  rules: CommerceRules,
  { subscription, correlation }: { readonly subscription: SubscriptionRecord; readonly correlation: string },
): void {
  const id = subscription.details.upgrade_from_subscription_id;
  const replaced = typeof id === "string" ? draft.get("subscription", id) : undefined;
  if (!replaced || !isUsable(accessLevel(rules, subscription))) return;
  const move = findMove(rules, draft, { subscription: replaced, trigger: "upgraded" });
  if (!move) return;
  const { application, organization } = replaced;
  const operation = beginOperation(draft, {
    kind: "lifecycle",
    application,
    organization,
    subscription: replaced.id,
  });
  applyMove(draft, rules, { subscription: replaced, move, operation, correlation });
}

/** Begins an asynchronous operation (§2.1). */
export function beginOperation(
  draft: Draft,
  about: Pick<Operation, "kind" | "application" | "organization" | "subscription" | "nextStep">,
): Operation {
  const operation: Operation = {
    id: draft.newId("op"),
    ...about,
    status: "pending",
    createdAt: draft.now,
    updatedAt: draft.now,
  };
  draft.put("operation", operation);
  return operation;
}

/** The operation of a move that nobody began one for: the subscription's if it isn't done yet, otherwise a new one. */
export function operationFor(draft: Draft, { operation, ...subscription }: SubscriptionRecord): Operation {
  const current = draft.get("operation", operation);
  if (current?.status === "pending") return current;
  return beginOperation(draft, {
    kind: "lifecycle",
    application: subscription.application,
    organization: subscription.organization,
    subscription: subscription.id,
  });
}

/** The operation after a step. Of a payment it has a redacted status and nothing else (§4.2). */
function afterStep(draft: Draft, operation: Operation, step: LifecycleStep): Operation {
  const { nextStep: _done, ...rest } = operation;
  return {
    ...rest,
    status: step.operation,
    ...(step.nextStep !== undefined && { nextStep: step.nextStep }),
    ...(step.payment !== undefined && { payment: step.payment }),
    updatedAt: draft.now,
  };
}
