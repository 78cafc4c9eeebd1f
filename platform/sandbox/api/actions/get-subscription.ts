import type { Action } from "./action.js";
import { subscriptionTarget } from "./subscription-target.js";

/** `GET /open-platform/v1/subscriptions/{id}`. */
export const getSubscription: Action = {
  id: "getSubscription",
  identities: ["application", "user"],
  target: subscriptionTarget,
  work: {
    kind: "read",
    read: ({ view, target: { subscription } }, commerce) => {
      if (subscription === undefined) throw new TypeError("the subscription was there when it was checked");
      return { status: 200, body: commerce.summaryOf(view, subscription) };
    },
  },
};
