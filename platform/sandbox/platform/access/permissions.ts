import { type Draft, type PlatformCommand, Refusal, type View } from "../draft.js";
import type { Permission } from "../records/applications.js";
import type { Environment, IdentityType } from "../records/common.js";
import type { ApiProduct } from "../records/products.js";
import { permissionId } from "../records/records.js";
import { activeApplication, enabledClient, found } from "./found.js";
import { requireActive, requireRoom } from "./products.js";

/** What a permission is bound to (§3.1). */
export interface PermissionKey {
  readonly application: string;
  readonly identity: IdentityType;
  readonly product: string;
}

/** A request for access to an API product. */
export interface AccessRequest extends PermissionKey {
  /** Must be the application's. */
  readonly environment: Environment;
  /** One or more published scopes of the product. */
  readonly scopes: readonly string[];
  /** Whether the operator admits the application to a product that isn't open to standard ones (§4.3). */
  readonly admitted?: boolean | undefined;
}

/**
 * Requests access: Available becomes Enabled once the request is validated (§3.1). Safe to repeat: an existing request is returned as it is,
 * in whatever state, and scopes are never appended to it. Refuses scopes outside of an existing subscription (`scopes-not-included`), and
 * one that is suspended, revoked or not included (`contact-support`), a product that
 * isn't open (`product-not-open`), and one whose quota has no room (`quota-exhausted`).
 */
export const requestAccess: PlatformCommand<AccessRequest, Permission> = (draft, request) => {
  const { application: id, environment, identity, product: code, scopes, admitted = false } = request;
  const application = activeApplication(draft, id);
  if (application.environment !== environment)
    throw new Refusal("invalid", "environment-mismatch", {
      message: `The application "${id}" belongs to the ${application.environment} environment.`,
      clause: "§3.1",
    });
  enabledClient(draft, id, identity);
  const product = found(draft, "apiProduct", code);
  const chosen = publishedScopes(product, scopes);
  const known = findPermission(draft, request);
  if (known !== undefined && known.state !== "available") return existing(known, chosen);
  requireActive(product);
  requireOffered(product, request);
  if (product.standard === false && !admitted) throw notOpen(product);
  requireRoom(draft, product);
  return put(draft, known, { ...request, state: "enabled", scopes: chosen });
};

/** Completes a legacy request: Configuration required becomes Enabled with the scopes that it needs (§3.1). */
export const configureAndEnable: PlatformCommand<
  PermissionKey & { readonly scopes: readonly string[] },
  Permission
> = (draft, { scopes, ...key }) => {
  const { environment } = activeApplication(draft, key.application);
  enabledClient(draft, key.application, key.identity);
  const product = found(draft, "apiProduct", key.product);
  const known = move(draft, key, ["configuration-required"], "configured and enabled");
  requireActive(product);
  requireOffered(product, { ...key, environment });
  requireRoom(draft, product);
  return put(draft, known, { ...known, state: "enabled", scopes: publishedScopes(product, scopes) });
};

/** A request of the time before scopes were provisioned, which the operator enters: Configuration required (§3.1). */
export const importLegacyRequest: PlatformCommand<PermissionKey, Permission> = (draft, key) => {
  const { environment } = activeApplication(draft, key.application);
  found(draft, "apiProduct", key.product);
  const known = findPermission(draft, key);
  if (known !== undefined && known.state !== "available") throw refusedMove(known, "imported");
  return put(draft, known, { ...key, environment, state: "configuration-required", scopes: [] });
};

/** The operator suspends an enabled permission. There is no way back (§3.1). */
export const suspendPermission: PlatformCommand<PermissionKey, Permission> = (draft, key) => {
  const known = move(draft, key, ["enabled"], "suspended");
  return put(draft, known, { ...known, state: "suspended" });
};

/** The operator revokes an enabled or suspended permission. There is no way back (§3.1). */
export const revokePermission: PlatformCommand<PermissionKey, Permission> = (draft, key) => {
  const known = move(draft, key, ["enabled", "suspended"], "revoked");
  return put(draft, known, { ...known, state: "revoked" });
};

/**
 * Product support issues a new grant in place of one whose set of scopes is too small, which is the only way to scopes outside of an existing
 * subscription (§3.1, Not included). The operator does this; no self-service does.
 */
export const grantThroughSupport: PlatformCommand<
  PermissionKey & { readonly scopes: readonly string[] },
  Permission
> = (draft, { scopes, ...key }) => {
  activeApplication(draft, key.application);
  const product = found(draft, "apiProduct", key.product);
  requireActive(product);
  const known = move(draft, key, ["enabled", "not-included"], "granted anew");
  return put(draft, known, { ...known, state: "enabled", scopes: publishedScopes(product, scopes) });
};

/** The permission of an identity for a product, if one was ever requested. */
export function findPermission(
  view: View,
  { application, identity, product }: PermissionKey,
): Permission | undefined {
  return view.get("permission", permissionId(application, identity, product));
}

function existing(known: Permission, chosen: readonly string[]): Permission {
  if (known.state === "configuration-required") return known;
  if (known.state !== "enabled") throw refusedMove(known, "requested");
  const added = chosen.filter((scope) => !known.scopes.includes(scope));
  if (added.length === 0) return known;
  throw new Refusal("conflict", "scopes-not-included", {
    message: `The existing subscription doesn't include ${added.join(", ")}. Ask product support for a new grant.`,
    clause: "§3.1",
  });
}

function publishedScopes(product: ApiProduct, scopes: readonly string[]): readonly string[] {
  const refuse = (message: string) => new Refusal("invalid", "scopes-invalid", { message, clause: "§3.1" });
  if (scopes.length === 0) throw refuse("Choose one or more published scopes.");
  const published = product.scopes.map(({ name }) => name);
  const other = scopes.find((scope) => !published.includes(scope));
  if (other === undefined) return published.filter((scope) => scopes.includes(scope));
  throw refuse(
    `"${other.slice(0, 100)}" isn't a published scope of "${product.code}": ${published.join(", ")}.`,
  );
}

function requireOffered(
  product: ApiProduct,
  { environment, identity }: { readonly environment: Environment; readonly identity: IdentityType },
): void {
  if (product.environments.includes(environment) && product.identities.includes(identity)) return;
  throw new Refusal("conflict", "product-not-offered", {
    message: `The API product "${product.code}" isn't offered to the ${identity} identity in the ${environment} environment.`,
  });
}

function notOpen({ code }: ApiProduct): Refusal {
  return new Refusal("conflict", "product-not-open", {
    message: `The API product "${code}" isn't open to standard applications: the operator has to admit the application.`,
    clause: "§4.3",
  });
}

function move(
  draft: Draft,
  key: PermissionKey,
  ...[from, verb]: [from: readonly Permission["state"][], verb: string]
): Permission {
  const known = found(draft, "permission", permissionId(key.application, key.identity, key.product));
  if (!from.includes(known.state)) throw refusedMove(known, verb);
  return known;
}

function refusedMove({ state }: Permission, verb: string): Refusal {
  const message = `The permission is "${state}", and can't be ${verb}.`;
  const clause = "§3.1";
  if (verb !== "requested") return new Refusal("conflict", "permission-move-refused", { message, clause });
  return new Refusal("conflict", "contact-support", {
    message: `${message} Contact product support.`,
    clause,
  });
}

function put(
  draft: Draft,
  known: Permission | undefined,
  changed: Omit<Permission, "id" | "binding" | "requestedAt" | "revision">,
): Permission {
  const { application, environment, identity, product, state, scopes } = changed;
  const permission: Permission = {
    id: permissionId(application, identity, product),
    application,
    environment,
    identity,
    product,
    state,
    scopes,
    // Validation binds the client; a move by the operator doesn't touch that.
    binding: state === "enabled" ? "bound" : (known?.binding ?? "temporarily-unverifiable"),
    requestedAt: known?.requestedAt ?? draft.now,
    revision: (known?.revision ?? 0) + 1,
  };
  draft.put("permission", permission);
  return permission;
}

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
  const known = findPermission(view, key);
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
export const checkBinding: PlatformCommand<PermissionKey, Permission> = (draft, key) => {
  const { scopes } = found(draft, "apiProduct", key.product);
  const known = found(draft, "permission", permissionId(key.application, key.identity, key.product));
  const isBound = known.scopes.every((scope) => scopes.some(({ name }) => name === scope));
  return setBinding(draft, { ...key, binding: isBound ? "bound" : "drifted" });
};

/** Sets the binding state, for who tests what an integrator sees then (§3.2). */
export const setBinding: PlatformCommand<
  PermissionKey & { readonly binding: Permission["binding"] },
  Permission
> = (draft, { application, identity, product, binding }) => {
  const known = found(draft, "permission", permissionId(application, identity, product));
  if (known.binding === binding) return known;
  const changed = { ...known, binding, revision: known.revision + 1 };
  draft.put("permission", changed);
  return changed;
};
