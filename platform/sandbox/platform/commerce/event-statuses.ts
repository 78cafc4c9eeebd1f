import type { SubscriptionStatus } from "../records/commerce.js";

const all: readonly SubscriptionStatus[] = [
  "trialing",
  "pending_payment",
  "active",
  "trial_ending",
  "renewal_pending",
  "plan_change_pending",
  "pause_pending",
  "paused",
  "cancellation_pending",
  "payment_failed",
  "past_due",
  "grace_period",
  "suspended",
  "cancelled",
  "expired",
  "terminated",
];

const statusesOf = {
  "oem.subscription.created.v1": ["trialing", "pending_payment", "active"],
  "oem.subscription.updated.v1": [
    "active",
    "trialing",
    "trial_ending",
    "renewal_pending",
    "plan_change_pending",
    "pause_pending",
    "paused",
    "cancellation_pending",
    "past_due",
    "grace_period",
    "suspended",
  ],
  "oem.subscription.trial_started.v1": ["trialing"],
  "oem.subscription.trial_ending.v1": ["trial_ending"],
  "oem.subscription.activated.v1": ["active"],
  "oem.subscription.renewal_upcoming.v1": ["renewal_pending"],
  "oem.subscription.renewed.v1": ["active"],
  "oem.subscription.payment_failed.v1": ["payment_failed", "past_due", "grace_period"],
  "oem.subscription.past_due.v1": ["past_due", "grace_period"],
  "oem.subscription.payment_method_updated.v1": all,
  "oem.subscription.pause_scheduled.v1": ["pause_pending"],
  "oem.subscription.paused.v1": ["paused"],
  "oem.subscription.resumed.v1": [
    "active",
    "trialing",
    "trial_ending",
    "renewal_pending",
    "plan_change_pending",
    "cancellation_pending",
    "paused",
  ],
  "oem.subscription.cancellation_scheduled.v1": ["cancellation_pending"],
  "oem.subscription.cancelled.v1": ["cancelled"],
  "oem.subscription.plan_change_scheduled.v1": ["plan_change_pending"],
  "oem.subscription.plan_changed.v1": ["active", "trialing", "trial_ending"],
  "oem.subscription.suspended.v1": ["suspended"],
  "oem.subscription.expired.v1": ["expired"],
  "oem.subscription.terminated.v1": ["terminated"],
} as const satisfies Readonly<Record<string, readonly SubscriptionStatus[]>>;

/** The name of one of the 20 events of §6.5. */
export type SubscriptionEventType = keyof typeof statusesOf;

/** The 16 statuses of §3.4. */
export const subscriptionStatuses: readonly SubscriptionStatus[] = all;

/** The `data.status` that each of the 20 events allows (§6.5). */
export const allowedStatuses: Readonly<Record<SubscriptionEventType, readonly SubscriptionStatus[]>> =
  statusesOf;

/** Whether an event may report a status. */
export const allows = (event: SubscriptionEventType, status: SubscriptionStatus): boolean =>
  allowedStatuses[event].includes(status);

/** The events of payments, refunds and billing (§6.6). Their payloads aren't shown. */
export const commercialEvents = [
  "payment.order.created.v1",
  "payment.intent.created.v1",
  "payment.requires_action.v1",
  "payment.pending.v1",
  "payment.succeeded.v1",
  "payment.failed.v1",
  "payment.cancelled.v1",
  "payment.unknown.v1",
  "payment.refund.pending.v1",
  "payment.refund.unknown.v1",
  "payment.refund.succeeded.v1",
  "payment.refund.failed.v1",
  "billing.statement.published.v1",
] as const;

/** The name of such an event. */
export type CommercialEventType = (typeof commercialEvents)[number];
