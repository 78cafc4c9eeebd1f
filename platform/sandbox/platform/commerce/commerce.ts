import type { PlatformCommand, Timer, View } from "../draft.js";
import { inOrganizationTime } from "../organization-time.js";
import { assignMember, refreshMembers, unassignMember } from "./access-members.js";
import { cancelSubscription, changePlan, fireTimer, operate, setPayment } from "./change-subscription.js";
import { checkoutExpiry, completeCheckout, expireCheckout, startCheckout } from "./checkout.js";
import { possibleTriggers } from "./choose-move.js";
import { subscriptionSummary } from "./envelope.js";
import { type CommerceRules, createRules, type Lifecycle } from "./lifecycle.js";

/** Commerce by a lifecycle: pure commands, and what can be read of a subscription. */
export type Commerce = ReturnType<typeof createCommerce>;

/** Commerce by a lifecycle. What a command does is done at the time of the organization that it is about. */
export function createCommerce(lifecycle: Lifecycle) {
  const rules: CommerceRules = createRules(lifecycle);
  const timers = Object.keys(lifecycle.timers).map((name) => [name, fireTimer(rules)]);
  return {
    rules,
    startCheckout: inOrganizationTime(startCheckout(rules), named),
    completeCheckout: inOrganizationTime(completeCheckout(rules), buyer),
    cancelSubscription: inOrganizationTime(cancelSubscription(rules), subscriber),
    changePlan: inOrganizationTime(changePlan(rules), subscriber),
    operate: inOrganizationTime(operate(rules), subscriber),
    setPayment,
    assignMember: inOrganizationTime(assignMember(rules), employer),
    unassignMember: inOrganizationTime(unassignMember(rules), employer),
    /** After memberships of an organization changed. */
    refreshMembers: inOrganizationTime<{ readonly organization: string }, void>(
      (draft, { organization }) =>
        refreshMembers(draft, rules, { organization, correlation: draft.newId("corr") }),
      named,
    ),
    /** What happens when a timer is due, by its name. */
    timerCommands: Object.fromEntries([...timers, [checkoutExpiry, expireCheckout]]) as Readonly<
      Record<string, PlatformCommand<Timer, void>>
    >,
    summarize: subscriptionSummary.bind(undefined, rules),
    possibleTriggers: possibleTriggers.bind(undefined, rules),
  };
}

/** The organization of an input that names it. */
function named(_view: View, { organization }: { readonly organization: string }): string {
  return organization;
}

function buyer(view: View, { session }: { readonly session: string }): string | undefined {
  return view.get("checkoutSession", session)?.organization;
}

function subscriber(view: View, { subscription }: { readonly subscription: string }): string | undefined {
  return view.get("subscription", subscription)?.organization;
}

function employer(view: View, { membership }: { readonly membership: string }): string | undefined {
  return view.get("membership", membership)?.organization;
}
