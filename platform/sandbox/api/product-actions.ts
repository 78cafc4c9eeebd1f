import type { ProductRecord } from "../platform/records/products.js";
import type { ActionRequest, ApiAction } from "./action.js";
import { noTarget, type RequestTarget } from "./context.js";

/** `GET /open-platform/v1/products`. */
export const listProducts: ApiAction = {
  id: "listProducts",
  identities: ["application", "user"],
  target: () => noTarget,
  work: {
    kind: "read",
    read: ({ view }) => ({ status: 200, body: { products: view.list("catalogProduct").map(productBody) } }),
  },
};

function productBody({ code, name, description, plans }: ProductRecord) {
  return {
    product_code: code,
    name,
    description,
    plans: plans.map((plan) => ({
      plan_code: plan.code,
      plan_version: plan.version,
      name: plan.name,
      billing_mode: plan.billing,
      ...(plan.price !== undefined && { price_version_ref: plan.price }),
      period: plan.period,
      trial_days: plan.trialDays,
      entitlements: plan.entitlements,
    })),
  };
}

/**
 * `POST /open-platform/v1/applications/{id}/events/{event_id}/access-snapshot`: what the member of an access event may do now. It is called with
 * the application's own service identity, and the event selects exactly one customer and member (§4.3).
 */
export const createAccessSnapshot: ApiAction = {
  id: "createAccessSnapshot",
  identities: ["application"],
  target: snapshotTarget,
  work: {
    kind: "read",
    read: ({ view, target }) => {
      const event = view.get("accessEvent", target.resource?.id ?? "");
      const access = event && view.get("memberAccess", event.memberAccess);
      if (access === undefined) throw new TypeError("the event's member was there when it was checked");
      const { allowed, revision } = access;
      // The record of a member that may do nothing now still has what comes back after a suspension.
      const { roles, entitlements, capabilities } = allowed ? access : nothing;
      return {
        status: 200,
        body: {
          product_access_allowed: allowed,
          access_revision: revision,
          roles,
          entitlements,
          capabilities,
        },
      };
    },
  },
};

const nothing = { roles: [], entitlements: [], capabilities: [] };

function snapshotTarget({ view, environment, claims, content }: ActionRequest): RequestTarget {
  const { id, event_id } = content.parameters;
  const event = view.get("accessEvent", event_id ?? "");
  const access = event && view.get("memberAccess", event.memberAccess);
  // The path names an application, too, and an event of another one isn't below it.
  if (event === undefined || access === undefined || event.application !== id)
    return { kind: "resource", resource: { kind: "accessEvent" } };
  const owner = event.application;
  const resource = {
    kind: "accessEvent",
    id: event.id,
    owner,
    environment: view.get("application", owner)?.environment,
  } as const;
  const isOwn = owner === claims.application && resource.environment === environment;
  return { kind: "resource", resource, organization: isOwn ? access.organization : undefined };
}
