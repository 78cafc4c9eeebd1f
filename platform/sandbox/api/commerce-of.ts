import { isUsable, levelOf } from "../platform/commerce/access-level.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { ApiCommerce } from "./commerce-port.js";

/** What the API needs of commerce by a lifecycle. */
export function commerceOf(commerce: Commerce): ApiCommerce {
  const { rules, startCheckout, cancelSubscription, changePlan, summaryOf, possibleTriggers } = commerce;
  return {
    startCheckout,
    cancelSubscription,
    changePlan,
    summaryOf,
    possibleTriggers,
    givesAccess: (subscription) => isUsable(levelOf(rules, subscription)),
  };
}
