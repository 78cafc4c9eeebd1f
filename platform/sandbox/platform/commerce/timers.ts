import type { Draft, Timer } from "../draft.js";
import type { Subscription } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import { dateOf } from "./dates.js";
import type { CommerceRules } from "./rules.js";

/** The timers of a subscription, earliest first. They follow from its status and its dates; one that is late is due now. */
export function timersOf(rules: CommerceRules, subscription: Subscription, now: Time): readonly Timer[] {
  const due: { readonly name: string; readonly at: Time }[] = [];
  for (const [name, timer] of Object.entries(rules.lifecycle.timers)) {
    const at = timer.in.includes(subscription.status) ? dateOf(subscription, timer.at) : undefined;
    if (at !== undefined) due.push({ name, at });
  }
  return due
    .sort((a, b) => a.at - b.at)
    .map(({ name, at }) => ({ name, kind: "subscription", id: subscription.id, at: Math.max(at, now) }));
}

/** Sets a subscription's timers anew. */
export function setTimers(draft: Draft, rules: CommerceRules, subscription: Subscription): void {
  draft.cancel("subscription", subscription.id);
  for (const timer of timersOf(rules, subscription, draft.now)) draft.schedule(timer);
}
