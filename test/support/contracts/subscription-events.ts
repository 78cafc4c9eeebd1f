const allStatuses =
  "trialing pending_payment active trial_ending renewal_pending plan_change_pending pause_pending paused " +
  "cancellation_pending payment_failed past_due grace_period suspended cancelled expired terminated";

/** The table of §6.5, copied by hand from the platform's document: by message, the event's name and the statuses that it may have. */
export const subscriptionEvents: Readonly<Record<string, readonly [name: string, statuses: string]>> = {
  SubscriptionCreated: ["oem.subscription.created.v1", "trialing pending_payment active"],
  SubscriptionUpdated: [
    "oem.subscription.updated.v1",
    "active trialing trial_ending renewal_pending plan_change_pending pause_pending paused " +
      "cancellation_pending past_due grace_period suspended",
  ],
  SubscriptionTrialStarted: ["oem.subscription.trial_started.v1", "trialing"],
  SubscriptionTrialEnding: ["oem.subscription.trial_ending.v1", "trial_ending"],
  SubscriptionActivated: ["oem.subscription.activated.v1", "active"],
  SubscriptionRenewalUpcoming: ["oem.subscription.renewal_upcoming.v1", "renewal_pending"],
  SubscriptionRenewed: ["oem.subscription.renewed.v1", "active"],
  SubscriptionPaymentFailed: ["oem.subscription.payment_failed.v1", "payment_failed past_due grace_period"],
  SubscriptionPastDue: ["oem.subscription.past_due.v1", "past_due grace_period"],
  SubscriptionPaymentMethodUpdated: ["oem.subscription.payment_method_updated.v1", allStatuses],
  SubscriptionPauseScheduled: ["oem.subscription.pause_scheduled.v1", "pause_pending"],
  SubscriptionPaused: ["oem.subscription.paused.v1", "paused"],
  SubscriptionResumed: [
    "oem.subscription.resumed.v1",
    "active trialing trial_ending renewal_pending plan_change_pending cancellation_pending paused",
  ],
  SubscriptionCancellationScheduled: ["oem.subscription.cancellation_scheduled.v1", "cancellation_pending"],
  SubscriptionCancelled: ["oem.subscription.cancelled.v1", "cancelled"],
  SubscriptionPlanChangeScheduled: ["oem.subscription.plan_change_scheduled.v1", "plan_change_pending"],
  SubscriptionPlanChanged: ["oem.subscription.plan_changed.v1", "active trialing trial_ending"],
  SubscriptionSuspended: ["oem.subscription.suspended.v1", "suspended"],
  SubscriptionExpired: ["oem.subscription.expired.v1", "expired"],
  SubscriptionTerminated: ["oem.subscription.terminated.v1", "terminated"],
};
