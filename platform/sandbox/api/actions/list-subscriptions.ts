import type { Subscription } from "../../platform/records/commerce.js";
import { listOrganizations } from "../checks/list-organizations.js";
import { subscriptionChecks } from "../checks/ordered-checks.js";
import { runChecks } from "../checks/run-checks.js";
import type { ApiCommerce } from "../commerce-port.js";
import type { CheckContext } from "../context.js";
import type { Action } from "./action.js";

/** `GET /open-platform/v1/subscriptions`: those of the application that pass the checks one by one. */
export const listSubscriptions: Action = {
  id: "listSubscriptions",
  identities: ["application", "user"],
  target: ({ content }) => ({ kind: "list", organization: content.parameters.organization_id }),
  work: {
    kind: "read",
    read: (context, commerce) => {
      const { view, claims, organization } = context;
      const where = {
        application: claims?.application ?? "",
        ...(organization === undefined ? {} : { organization: organization.id }),
      };
      const organizations = listOrganizations(context);
      const visible = view
        .list("subscription", where)
        .filter(
          (each) =>
            (organizations === undefined || organizations.includes(each.organization)) &&
            runChecks(subscriptionChecks, aboutOne(context, each, commerce)).denial === undefined,
        );
      return { status: 200, body: { subscriptions: visible.map((each) => commerce.summaryOf(view, each)) } };
    },
  },
};

/** The same request as if it were about one subscription. */
function aboutOne(context: CheckContext, subscription: Subscription, commerce: ApiCommerce): CheckContext {
  const { id, application, environment, organization } = subscription;
  return {
    ...context,
    target: {
      kind: "resource",
      organization,
      subscription,
      resource: { kind: "subscription", id, owner: application, environment },
    },
    organization: context.view.get("organization", organization),
    givesAccess: commerce.givesAccess(subscription),
  };
}
