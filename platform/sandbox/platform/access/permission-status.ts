import type { Command, View } from "../draft.js";
import { permissionId } from "../record-ids.js";
import type { Permission } from "../records/applications.js";
import { found } from "./found.js";
import { type PermissionKey, permissionOf } from "./permissions.js";

/** What the one who asks may do next. */
export type PermissionAction = "request-access" | "configure-and-enable" | "test" | "contact-support";

/** A permission as it is shown: its state, and the available actions (§3.1). */
export interface PermissionStatus {
  readonly state: Permission["state"];
  /** Of an existing request (§3.2). */
  readonly binding?: Permission["binding"];
  readonly scopes: readonly string[];
  readonly actions: readonly PermissionAction[];
}

const actions: Readonly<Record<Permission["state"], readonly PermissionAction[]>> = {
  available: ["request-access"],
  "configuration-required": ["configure-and-enable"],
  enabled: [],
  suspended: ["contact-support"],
  revoked: ["contact-support"],
  "not-included": ["contact-support"],
};

/** The state of an identity's permission for a product, or for one scope of it: Not included if the subscription lacks the scope. */
export function permissionStatus(
  view: View,
  { scope, ...key }: PermissionKey & { readonly scope?: string | undefined },
): PermissionStatus {
  const known = permissionOf(view, key);
  if (known === undefined) return { state: "available", scopes: [], actions: actions.available };
  const { binding, scopes } = known;
  const isMissing = known.state === "enabled" && scope !== undefined && !scopes.includes(scope);
  const state = isMissing ? "not-included" : known.state;
  // Testing may start when the state is Bound (§3.2).
  const isTestable = state === "enabled" && binding === "bound";
  return { state, binding, scopes, actions: isTestable ? ["test"] : actions[state] };
}

/**
 * Compares the scopes of a permission with those that the product publishes now: Bound or Drifted. Moves between binding states aren't shown
 * (§3.2); this one is the sandbox's.
 */
export const checkBinding: Command<PermissionKey, Permission> = (draft, key) => {
  const { scopes } = found(draft, "apiProduct", key.product);
  const known = found(draft, "permission", permissionId(key.application, key.identity, key.product));
  const isBound = known.scopes.every((scope) => scopes.some(({ name }) => name === scope));
  return setBinding(draft, { ...key, binding: isBound ? "bound" : "drifted" });
};

/** Sets the binding state, for who tests what an integrator sees then (§3.2). */
export const setBinding: Command<PermissionKey & { readonly binding: Permission["binding"] }, Permission> = (
  draft,
  { application, identity, product, binding },
) => {
  const known = found(draft, "permission", permissionId(application, identity, product));
  if (known.binding === binding) return known;
  const changed = { ...known, binding, revision: known.revision + 1 };
  draft.put("permission", changed);
  return changed;
};
