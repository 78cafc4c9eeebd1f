export type { ChangedSubscription, ChangeTime, Operate } from "./change-subscription.js";
export type { CompleteCheckout, StartCheckout, StartedCheckout } from "./checkout.js";
export { type Commerce, createCommerce } from "./commerce.js";
export {
  allowedStatuses,
  type SubscriptionEventType,
  subscriptionStatuses,
} from "./event-statuses.js";
export type { Lifecycle, PaymentOutcome } from "./lifecycle.js";
export { commandOf, type PathStep, type PathSubject, pathTimers } from "./path/path-step.js";
export { type PathGoal, pathsFrom, pathTo } from "./path/path-to.js";
export {
  type CustomerTrigger,
  customerTriggers,
  type OperatorTrigger,
  operatorTriggers,
} from "./triggers.js";
