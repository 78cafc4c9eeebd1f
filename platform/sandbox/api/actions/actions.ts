import type { OperationId } from "../api-route.js";
import type { Action } from "./action.js";
import { cancelSubscription, changeSubscriptionPlan } from "./change-subscription.js";
import { createAccessSnapshot } from "./create-access-snapshot.js";
import { createCheckoutSession } from "./create-checkout-session.js";
import { getOperation } from "./get-operation.js";
import { getSubscription } from "./get-subscription.js";
import { listProducts } from "./list-products.js";
import { listSubscriptions } from "./list-subscriptions.js";

/** How each operation of the contract is served; one that is missing doesn't compile. */
export const actions: Readonly<Record<OperationId, Action>> = {
  listProducts,
  createCheckoutSession,
  getOperation,
  listSubscriptions,
  getSubscription,
  cancelSubscription,
  changeSubscriptionPlan,
  createAccessSnapshot,
};
