import type { Asked } from "./action.js";
import type { Target } from "./target.js";

/** The subscription of the path. If it isn't the caller's, its customer stays unknown, so that no answer depends on who it is. */
export function subscriptionTarget({ view, environment, claims, content }: Asked): Target {
  const { id = "" } = content.parameters;
  const subscription = view.get("subscription", id);
  if (subscription === undefined) return { kind: "resource", resource: { kind: "subscription" } };
  const resource = {
    kind: "subscription",
    id: subscription.id,
    owner: subscription.application,
    environment: subscription.environment,
  } as const;
  const isOwn = subscription.application === claims.application && subscription.environment === environment;
  if (!isOwn) return { kind: "resource", resource };
  return { kind: "resource", resource, organization: subscription.organization, subscription };
}
