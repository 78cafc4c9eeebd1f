import type { Action, Asked } from "./action.js";
import type { Target } from "./target.js";

/**
 * `POST /open-platform/v1/applications/{id}/events/{event_id}/access-snapshot`: what the member of an access event may do now. It is called with
 * the application's own service identity, and the event selects exactly one customer and member (§4.3).
 */
export const createAccessSnapshot: Action = {
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

function snapshotTarget({ view, environment, claims, content }: Asked): Target {
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
