import type { View } from "../draft.js";
import type { Subscription } from "../records/commerce.js";
import type { Plan } from "../records/products.js";
import { Refusal } from "../refusal.js";
import type { Guard, Move, PaymentOutcome } from "./lifecycle.js";
import { planOf } from "./plans.js";
import type { CommerceRules } from "./rules.js";
import { wayBackOf } from "./way-back.js";

/** What a purchase would begin with. */
export interface Beginning {
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
  about: { readonly subscription: Subscription; readonly trigger: string },
): Move | undefined {
  const { subscription, trigger } = about;
  return rules.lifecycle.moves.find(({ on, from, when, steps }) => {
    if (on !== trigger || !from.includes(subscription.status)) return false;
    const billing = steps.some(({ plan }) => plan === "pending")
      ? pendingPlan(view, subscription).billing
      : subscription.billing;
    return fits(when, {
      payment: billing === "free" ? "free" : subscription.payment,
      wayBack: wayBackOf(rules, subscription),
    });
  });
}

/** The move of a subscription when something happens. Refuses with `move-not-allowed` and says what is possible. */
export function chooseMove(
  rules: CommerceRules,
  view: View,
  about: { readonly subscription: Subscription; readonly trigger: string },
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
  subscription: Subscription,
): readonly string[] {
  const { moves, timers } = rules.lifecycle;
  const names = new Set(moves.map(({ on }) => on).filter((name) => !(name in timers)));
  return [...names].filter((trigger) => findMove(rules, view, { subscription, trigger }) !== undefined);
}

/** The plan that a subscription will have. */
export function pendingPlan(view: View, { product, details }: Subscription): Plan {
  return planOf(view, product, {
    plan: String(details.pending_plan_code),
    version: Number(details.pending_plan_version),
  });
}

function fits(
  { payment, trial, wayBack }: Guard,
  facts: {
    readonly payment: PaymentOutcome;
    readonly trial?: boolean;
    readonly wayBack?: Subscription["status"] | undefined;
  },
): boolean {
  if (payment && !payment.includes(facts.payment)) return false;
  if (trial !== undefined && trial !== facts.trial) return false;
  return !wayBack || (facts.wayBack !== undefined && wayBack.includes(facts.wayBack));
}
