import { Refusal, type View } from "../draft.js";
import type { SubscriptionRecord, SubscriptionStatus } from "../records/commerce.js";
import type { Plan } from "../records/products.js";
import type { CommerceRules, Guard, Move, PaymentOutcome } from "./lifecycle.js";
import { requirePlan } from "./records.js";

/** What a purchase would begin with. */
interface Beginning {
  readonly plan: Plan;
  readonly payment: PaymentOutcome;
}

/** The move of a completed checkout. */
export function chooseFirstMove(rules: CommerceRules, { plan, payment }: Beginning): Move {
  const facts = { payment: plan.billing === "free" ? "free" : payment, trial: plan.trialDays > 0 } as const;
  const found = rules.lifecycle.moves.find(
    ({ on, from, when }) => on === "checkout" && from.length === 0 && fits(when, facts),
  );
  if (found) return found;
  throw new Refusal("conflict", "move-not-allowed", {
    message: `A checkout whose payment ends with "${facts.payment}" begins no subscription in this lifecycle.`,
    clause: "§3.4",
  });
}

/** The move of a subscription when something happens, or `undefined`. */
export function findMove(
  rules: CommerceRules,
  view: View,
  about: { readonly subscription: SubscriptionRecord; readonly trigger: string },
): Move | undefined {
  const { subscription, trigger } = about;
  return rules.lifecycle.moves.find(({ on, from, when, steps }) => {
    if (on !== trigger || !from.includes(subscription.status)) return false;
    const changesPlan = steps.some(({ plan }) => plan === "pending");
    const { billing } = changesPlan ? pendingPlan(view, subscription) : subscription;
    return fits(when, {
      payment: billing === "free" ? "free" : subscription.payment,
      wayBack: statusAfterHold(rules, subscription),
    });
  });
}

/** The move of a subscription when something happens. Refuses with `move-not-allowed` and says what is possible. */
export function chooseMove(
  rules: CommerceRules,
  view: View,
  about: { readonly subscription: SubscriptionRecord; readonly trigger: string },
): Move {
  const found = findMove(rules, view, about);
  if (found) return found;
  const { subscription, trigger } = about;
  const possible = possibleTriggers(rules, view, subscription);
  throw new Refusal("conflict", "move-not-allowed", {
    message: `"${trigger}" isn't possible in the status "${subscription.status}". Possible now: ${possible.join(", ") || "nothing"}.`,
    clause: "§3.4",
  });
}

/** What can happen to a subscription now, timers excluded. */
export function possibleTriggers(
  rules: CommerceRules,
  view: View,
  subscription: SubscriptionRecord,
): readonly string[] {
  const { moves, timers } = rules.lifecycle;
  const names = new Set(moves.map(({ on }) => on).filter((name) => !(name in timers)));
  return [...names].filter((trigger) => findMove(rules, view, { subscription, trigger }) !== undefined);
}

/** The plan that a subscription will have. */
export function pendingPlan(view: View, { product, details }: SubscriptionRecord): Plan {
  return requirePlan(view, product, {
    plan: String(details.pending_plan_code),
    version: Number(details.pending_plan_version),
  });
}

function fits(
  { payment, trial, wayBack }: Guard,
  facts: {
    readonly payment: PaymentOutcome;
    readonly trial?: boolean;
    readonly wayBack?: SubscriptionRecord["status"] | undefined;
  },
): boolean {
  if (payment && !payment.includes(facts.payment)) return false;
  if (trial !== undefined && trial !== facts.trial) return false;
  return !wayBack || (facts.wayBack !== undefined && wayBack.includes(facts.wayBack));
}

/** The status to which a subscription returns from its status, if there is a way back. It is `resume_status` of the summary (§2.4). */
export function statusAfterHold(
  rules: CommerceRules,
  { status, details }: SubscriptionRecord,
): SubscriptionStatus | undefined {
  const slot = rules.lifecycle.statuses[status].wayBack;
  if (slot === undefined) return undefined;
  return details[wayBackKey(slot)] as SubscriptionStatus | undefined;
}

/**
 * The details after a change of status: a status with a way back remembers the one before, unless both share the way back. Returning forgets
 * it.
 */
export function rememberWayBack(
  rules: CommerceRules,
  before: SubscriptionRecord,
  to: SubscriptionStatus,
): SubscriptionRecord["details"] {
  const { statuses } = rules.lifecycle;
  const from = statuses[before.status].wayBack;
  const slot = statuses[to].wayBack;
  if (slot === from) return before.details;
  if (from !== undefined && statusAfterHold(rules, before) === to) {
    const { [wayBackKey(from)]: _forgotten, ...rest } = before.details;
    return rest;
  }
  if (slot === undefined) return before.details;
  return { ...before.details, [wayBackKey(slot)]: before.status };
}

const wayBackKey = (slot: SubscriptionStatus): string => `way_back.${slot}`;
