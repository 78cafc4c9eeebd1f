import type { Command, View } from "../platform/draft.js";
import type { CheckoutSession, Operation, Subscription } from "../platform/records/commerce.js";

/** What a command of commerce answers: the operation by which its outcome is read, and the subscription after it. */
export interface Changed {
  readonly operation: Operation;
  readonly subscription: Subscription;
}

/** When a change takes effect. */
export type ChangeTime = "now" | "period_end";

/** What the API needs of commerce. */
export interface ApiCommerce {
  readonly startCheckout: Command<
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
  readonly cancelSubscription: Command<{ readonly subscription: string; readonly when: ChangeTime }, Changed>;
  readonly changePlan: Command<
    {
      readonly subscription: string;
      readonly plan: string;
      readonly planVersion?: number;
      readonly when: ChangeTime;
    },
    Changed
  >;
  /** The summary of §2.3 and §2.4. */
  readonly summaryOf: (view: View, subscription: Subscription) => Readonly<Record<string, unknown>>;
  /** What can happen to a subscription in its state, such as `cancel_now` or `change_plan_at_period_end`. */
  readonly possibleTriggers: (view: View, subscription: Subscription) => readonly string[];
  /** Whether its organization may use the product in the subscription's state. */
  readonly givesAccess: (subscription: Subscription) => boolean;
}
