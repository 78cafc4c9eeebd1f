import {
  allowedStatuses as allowed,
  type commercialEvents,
} from "../../generated/event-statuses/event-statuses.js";
import type { SubscriptionStatus } from "../records/commerce.js";

export { commercialEvents, subscriptionStatuses } from "../../generated/event-statuses/event-statuses.js";

/** The name of an event of a subscription (§6.5). */
export type SubscriptionEventType = keyof typeof allowed;

/** The name of an event of payments, refunds and billing (§6.6). Their payloads aren't shown. */
export type CommercialEventType = (typeof commercialEvents)[number];

/** The `data.status` that each event of a subscription allows (§6.5). */
export const allowedStatuses: Readonly<Record<SubscriptionEventType, readonly SubscriptionStatus[]>> =
  allowed;

/** Whether an event may report a status. */
export const allows = (event: SubscriptionEventType, status: SubscriptionStatus): boolean =>
  allowedStatuses[event].includes(status);
