import type { Subscription, SubscriptionStatus } from "../records/commerce.js";
import type { CommerceRules } from "./rules.js";

/** The status to which a subscription returns from its status, if there is a way back. It is `resume_status` of the summary (§2.4). */
export function wayBackOf(
  rules: CommerceRules,
  { status, details }: Subscription,
): SubscriptionStatus | undefined {
  const slot = rules.lifecycle.statuses[status].wayBack;
  return slot === undefined ? undefined : (details[keyOf(slot)] as SubscriptionStatus | undefined);
}

/**
 * The details after a change of status: a status with a way back remembers the one before, unless both share the way back. Returning forgets
 * it.
 */
export function rememberWayBack(
  rules: CommerceRules,
  before: Subscription,
  to: SubscriptionStatus,
): Subscription["details"] {
  const { statuses } = rules.lifecycle;
  const from = statuses[before.status].wayBack;
  const slot = statuses[to].wayBack;
  if (slot === from) return before.details;
  if (from !== undefined && wayBackOf(rules, before) === to) {
    const { [keyOf(from)]: _forgotten, ...rest } = before.details;
    return rest;
  }
  return slot === undefined ? before.details : { ...before.details, [keyOf(slot)]: before.status };
}

const keyOf = (slot: SubscriptionStatus): string => `way_back.${slot}`;
