/** What the customer asks for through the API (§4.2). */
export const customerTriggers = [
  "cancel_now",
  "cancel_at_period_end",
  "change_plan_now",
  "change_plan_at_period_end",
] as const;

/** What only the sandbox's operator can do. */
export const operatorTriggers = [
  "payment_succeeds",
  "payment_fails",
  "update_payment_method",
  "pause",
  "resume",
  "suspend",
  "reinstate",
  "terminate",
  "request_restoration",
  "revise",
  "request_refund",
  "refund_succeeds",
  "refund_fails",
  "refund_unknown",
] as const;

/** What follows from something else: a completed checkout, or the activation of the subscription that replaces a free one. */
const internalTriggers = ["checkout", "upgraded"] as const;

/** What the customer asks for. */
export type CustomerTrigger = (typeof customerTriggers)[number];

/** What the sandbox's operator does. */
export type OperatorTrigger = (typeof operatorTriggers)[number];

/** All names that a move may have, besides those of timers. */
export const triggers: readonly string[] = [...customerTriggers, ...operatorTriggers, ...internalTriggers];
