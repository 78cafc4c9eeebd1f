import { type Draft, type PlatformCommand, Refusal, type Timer } from "../draft.js";
import type { ChangeTime, Operation, SubscriptionRecord } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import type { Plan } from "../records/products.js";
import { applyMove, beginOperation, operationFor, replaceUpgraded } from "./apply-move.js";
import { chooseMove, findMove } from "./choose-move.js";
import type { CommerceRules, OperatorTrigger } from "./lifecycle.js";
import { existing, requirePlan } from "./records.js";

/** A customer's change of a subscription: the operation by which its outcome is read, and the subscription after it. */
export interface ChangedSubscription {
  readonly operation: Operation;
  readonly subscription: SubscriptionRecord;
}

/** What the sandbox's operator does with a subscription. */
export interface Operate {
  readonly subscription: string;
  readonly trigger: OperatorTrigger;
  /** Dates by the name that the lifecycle gives its inputs, such as `starts_at`; in the sandbox's time. */
  readonly dates?: Readonly<Record<string, Time>>;
}

/** Cancels a subscription. Refuses with `subscription-unknown` or `move-not-allowed`. */
export const cancelSubscription =
  (
    rules: CommerceRules,
  ): PlatformCommand<{ readonly subscription: string; readonly when: ChangeTime }, ChangedSubscription> =>
  (draft, { subscription: id, when }) =>
    byCustomer(draft, rules, {
      id,
      kind: "cancel",
      trigger: when === "now" ? "cancel_now" : "cancel_at_period_end",
    });

/** Changes the plan. Refuses with `subscription-unknown`, `plan-unknown`, `plan-unchanged`, `upgrade-needs-checkout` or `move-not-allowed`. */
export const changePlan =
  (
    rules: CommerceRules,
  ): PlatformCommand<
    {
      readonly subscription: string;
      readonly plan: string;
      readonly planVersion?: number;
      readonly when: ChangeTime;
    },
    ChangedSubscription
  > =>
  (draft, { subscription: id, plan: code, planVersion, when }) => {
    const before = existing(draft, "subscription", id);
    const plan = requirePlan(draft, before.product, { plan: code, version: planVersion });
    if (plan.code === before.plan && plan.version === before.planVersion) {
      throw new Refusal("conflict", "plan-unchanged", {
        message: `The subscription "${id}" has the plan "${code}" already.`,
      });
    }
    if (before.billing === "free" && plan.billing === "paid") {
      throw new Refusal("conflict", "upgrade-needs-checkout", {
        message:
          "A free subscription becomes a paid one by a checkout that names it as the one to upgrade from.",
        clause: "§2.4",
      });
    }
    return byCustomer(draft, rules, {
      id,
      kind: "change-plan",
      plan,
      trigger: when === "now" ? "change_plan_now" : "change_plan_at_period_end",
    });
  };

/** What only the operator can do. Refuses with `subscription-unknown`, `move-not-allowed` or `date-in-the-past`. */
export const operate =
  (rules: CommerceRules): PlatformCommand<Operate, SubscriptionRecord> =>
  (draft, { subscription: id, trigger, dates }) => {
    const before = existing(draft, "subscription", id);
    const move = chooseMove(rules, draft, { subscription: before, trigger });
    const correlation = draft.newId("corr");
    const subscription = applyMove(draft, rules, {
      subscription: before,
      move,
      operation: operationFor(draft, before),
      dates,
      correlation,
    });
    replaceUpgraded(draft, rules, { subscription, correlation });
    return subscription;
  };

/** Decides whether the next payments succeed; a fact of the test, and no change of the subscription. Refuses with `subscription-unknown`. */
export const setPayment: PlatformCommand<
  { readonly subscription: string; readonly payment: SubscriptionRecord["payment"] },
  SubscriptionRecord
> = (draft, { subscription: id, payment }) => {
  const subscription = { ...existing(draft, "subscription", id), payment };
  draft.put("subscription", subscription);
  return subscription;
};

/** What happens when a subscription's timer is due. */
export const fireTimer =
  (rules: CommerceRules): PlatformCommand<Timer, void> =>
  (draft, { id, name }) => {
    const before = draft.get("subscription", id);
    const move = before && findMove(rules, draft, { subscription: before, trigger: name });
    if (!move) return;
    const correlation = draft.newId("corr");
    const subscription = applyMove(draft, rules, {
      subscription: before,
      move,
      operation: operationFor(draft, before),
      correlation,
    });
    replaceUpgraded(draft, rules, { subscription, correlation });
  };

function byCustomer(
  draft: Draft,
  rules: CommerceRules,
  {
    id,
    kind,
    trigger,
    plan,
  }: {
    readonly id: string;
    readonly kind: Operation["kind"];
    readonly trigger: string;
    readonly plan?: Plan;
  },
): ChangedSubscription {
  const before = existing(draft, "subscription", id);
  const move = chooseMove(rules, draft, { subscription: before, trigger });
  const { application, organization } = before;
  const begun = beginOperation(draft, { kind, application, organization, subscription: id });
  const subscription = applyMove(draft, rules, {
    subscription: before,
    move,
    operation: begun,
    plan,
    correlation: draft.newId("corr"),
  });
  return { operation: existing(draft, "operation", begun.id), subscription };
}
