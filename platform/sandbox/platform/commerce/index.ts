export type { ChangedSubscription, Operate } from "./change-subscription.js";
export type { CompleteCheckout, StartCheckout, StartedCheckout } from "./checkout.js";
export { type Commerce, createCommerce } from "./commerce.js";
export {
  allowedStatuses,
  type CustomerTrigger,
  customerTriggers,
  type Lifecycle,
  type OperatorTrigger,
  operatorTriggers,
  type PaymentOutcome,
  type SubscriptionEventType,
  subscriptionStatuses,
} from "./lifecycle.js";
export { type PathStep, type PathSubject, pathTimers, stepCommand } from "./path-step.js";
export { type PathGoal, pathsFrom, pathTo } from "./path-to.js";
