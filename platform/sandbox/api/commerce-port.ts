import { accessLevel, isUsable } from "../platform/commerce/access-members.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { PlatformCommand, View } from "../platform/draft.js";
import type {
  ChangeTime,
  CheckoutSession,
  Operation,
  SubscriptionRecord,
} from "../platform/records/commerce.js";

/** What a command of commerce answers: the operation by which its outcome is read, and the subscription after it. */
interface Changed {
  readonly operation: Operation;
  readonly subscription: SubscriptionRecord;
}

/** What the API needs of commerce. */
export interface ApiCommerce {
  readonly startCheckout: PlatformCommand<
    {
      readonly application: string;
      readonly organization: string;
      readonly product: string;
      readonly plan: string;
      readonly planVersion?: number;
      readonly upgradeFrom?: string;
    },
    { readonly session: CheckoutSession; readonly operation: Operation }
  >;
  readonly cancelSubscription: PlatformCommand<
    { readonly subscription: string; readonly when: ChangeTime },
    Changed
  >;
  readonly changePlan: PlatformCommand<
    {
      readonly subscription: string;
      readonly plan: string;
      readonly planVersion?: number;
      readonly when: ChangeTime;
    },
    Changed
  >;
  /** The summary of §2.3 and §2.4. */
  readonly summarize: (view: View, subscription: SubscriptionRecord) => Readonly<Record<string, unknown>>;
  /** What can happen to a subscription in its state, such as `cancel_now` or `change_plan_at_period_end`. */
  readonly possibleTriggers: (view: View, subscription: SubscriptionRecord) => readonly string[];
  /** Whether its organization may use the product in the subscription's state. */
  readonly givesAccess: (subscription: SubscriptionRecord) => boolean;
}

/** What the API needs of commerce by a lifecycle. */
export function apiCommerce(commerce: Commerce): ApiCommerce {
  const { rules, startCheckout, cancelSubscription, changePlan, summarize, possibleTriggers } = commerce;
  return {
    startCheckout,
    cancelSubscription,
    changePlan,
    summarize,
    possibleTriggers,
    givesAccess: (subscription) => isUsable(accessLevel(rules, subscription)),
  };
}
