import type { PlatformCommand, Timer } from "../draft.js";
import { assignMember, refreshMembers, unassignMember } from "./access-members.js";
import { cancelSubscription, changePlan, fireTimer, operate, setPayment } from "./change-subscription.js";
import { checkoutExpiry, completeCheckout, expireCheckout, startCheckout } from "./checkout.js";
import { possibleTriggers } from "./choose-move.js";
import { subscriptionSummary } from "./envelope.js";
import { type CommerceRules, createRules, type Lifecycle } from "./lifecycle.js";

/** Commerce by a lifecycle: pure commands, and what can be read of a subscription. */
export type Commerce = ReturnType<typeof createCommerce>;

/** Commerce by a lifecycle. */
export function createCommerce(lifecycle: Lifecycle) {
  const rules: CommerceRules = createRules(lifecycle);
  const timers = Object.keys(lifecycle.timers).map((name) => [name, fireTimer(rules)]);
  return {
    rules,
    startCheckout: startCheckout(rules),
    completeCheckout: completeCheckout(rules),
    cancelSubscription: cancelSubscription(rules),
    changePlan: changePlan(rules),
    operate: operate(rules),
    setPayment,
    assignMember: assignMember(rules),
    unassignMember: unassignMember(rules),
    /** After memberships of an organization changed. */
    refreshMembers: ((draft, { organization }) =>
      refreshMembers(draft, rules, { organization, correlation: draft.newId("corr") })) as PlatformCommand<
      { readonly organization: string },
      void
    >,
    /** What happens when a timer is due, by its name. */
    timerCommands: Object.fromEntries([...timers, [checkoutExpiry, expireCheckout]]) as Readonly<
      Record<string, PlatformCommand<Timer, void>>
    >,
    summarize: subscriptionSummary.bind(undefined, rules),
    possibleTriggers: possibleTriggers.bind(undefined, rules),
  };
}
