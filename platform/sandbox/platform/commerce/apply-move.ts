import type { Draft } from "../draft.js";
import type { Operation, Subscription } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import type { Plan } from "../records/products.js";
import { rememberLevel } from "./access-level.js";
import { syncAccess } from "./access-product.js";
import { pendingPlan } from "./choose-move.js";
import { afterHold, periodFrom, valuesOf } from "./dates.js";
import { emitCommercialEvent, emitSubscriptionEvent } from "./envelope.js";
import type { Move, Step } from "./lifecycle.js";
import { afterStep } from "./operations.js";
import { planOf } from "./plans.js";
import type { CommerceRules } from "./rules.js";
import { setTimers } from "./timers.js";
import { rememberWayBack, wayBackOf } from "./way-back.js";

/** What a move needs beside the subscription. */
export interface MoveInput {
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
  about: MoveInput & { readonly subscription: Subscription; readonly move: Move },
): Subscription {
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
  about: MoveInput & { readonly subscription: Subscription; readonly step: Step },
): Subscription {
  const { step, operation } = about;
  const { now } = draft;
  const status = targetOf(rules, about.subscription, step);
  const isChange = status !== about.subscription.status;
  const held = isChange ? afterHold(rules, about.subscription, now) : about.subscription;
  const planned = withPlan(draft, held, about);
  const subscription = {
    ...planned,
    ...(step.period === undefined ? {} : periodOf(draft, planned, step.period)),
  };
  const details = {
    ...(isChange ? rememberWayBack(rules, subscription, status) : subscription.details),
    ...datesOf(draft, rules, { ...about, subscription }),
    ...(rules.lifecycle.statuses[status].ended ? { ended_at: now } : {}),
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

function targetOf(rules: CommerceRules, subscription: Subscription, { to }: Step): Subscription["status"] {
  if (to === "unchanged") return subscription.status;
  if (to !== "way-back") return to;
  const back = wayBackOf(rules, subscription);
  if (back === undefined) throw new TypeError(`No way back from "${subscription.status}".`);
  return back;
}

function withPlan(
  draft: Draft,
  subscription: Subscription,
  { step, plan: chosen }: { readonly step: Step; readonly plan?: Plan | undefined },
): Subscription {
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
  return { ...subscription, ...ofPlan(plan), details: { ...rest, ...priceOf(rest, plan) } };
}

/** What a subscription takes over from its plan. */
export const ofPlan = ({
  code,
  version,
  billing,
}: Plan): Pick<Subscription, "plan" | "planVersion" | "billing"> => ({
  plan: code,
  planVersion: version,
  billing,
});

/** The details with the reference of a plan's price, or without one if it has none. */
export function priceOf(
  { price_version_ref: _old, ...details }: Subscription["details"],
  { price }: Plan,
): Subscription["details"] {
  return price === undefined ? details : { ...details, price_version_ref: price };
}

function periodOf(
  draft: Draft,
  subscription: Subscription,
  period: NonNullable<Step["period"]>,
): Pick<Subscription, "periodStart" | "periodEnd" | "details"> {
  const plan = planOf(draft, subscription.product, {
    plan: subscription.plan,
    version: subscription.planVersion,
  });
  return periodFrom(period, { now: draft.now, subscription, plan });
}

function datesOf(
  draft: Draft,
  rules: CommerceRules,
  {
    subscription,
    step,
    dates = {},
  }: MoveInput & { readonly subscription: Subscription; readonly step: Step },
): Subscription["details"] {
  const known = { now: draft.now, subscription, dates, newId: draft.newId };
  const { periods } = rules.lifecycle;
  const ofPeriod = step.period && valuesOf(periods[step.period === "trial" ? "trial" : "plan"], known);
  return { ...ofPeriod, ...valuesOf(step.set, known) };
}
