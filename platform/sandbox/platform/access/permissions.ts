import type { Command, Draft, View } from "../draft.js";
import { permissionId } from "../record-ids.js";
import type { Permission } from "../records/applications.js";
import type { Environment, Identity } from "../records/common.js";
import type { ApiProduct } from "../records/products.js";
import { Refusal } from "../refusal.js";
import { activeApplication, enabledClient, found } from "./found.js";
import { requireActive, requireRoom } from "./products.js";

/** What a permission is bound to (§3.1). */
export interface PermissionKey {
  readonly application: string;
  readonly identity: Identity;
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
export const requestAccess: Command<AccessRequest, Permission> = (draft, request) => {
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
  const known = permissionOf(draft, request);
  if (known !== undefined && known.state !== "available") return existing(known, chosen);
  requireActive(product);
  requireOffered(product, request);
  if (product.standard === false && !admitted) throw notOpen(product);
  requireRoom(draft, product);
  return put(draft, known, { ...request, state: "enabled", scopes: chosen });
};

/** Completes a legacy request: Configuration required becomes Enabled with the scopes that it needs (§3.1). */
export const configureAndEnable: Command<
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
export const importLegacyRequest: Command<PermissionKey, Permission> = (draft, key) => {
  const { environment } = activeApplication(draft, key.application);
  found(draft, "apiProduct", key.product);
  const known = permissionOf(draft, key);
  if (known !== undefined && known.state !== "available") throw refusedMove(known, "imported");
  return put(draft, known, { ...key, environment, state: "configuration-required", scopes: [] });
};

/** The operator suspends an enabled permission. There is no way back (§3.1). */
export const suspendPermission: Command<PermissionKey, Permission> = (draft, key) => {
  const known = move(draft, key, ["enabled"], "suspended");
  return put(draft, known, { ...known, state: "suspended" });
};

/** The operator revokes an enabled or suspended permission. There is no way back (§3.1). */
export const revokePermission: Command<PermissionKey, Permission> = (draft, key) => {
  const known = move(draft, key, ["enabled", "suspended"], "revoked");
  return put(draft, known, { ...known, state: "revoked" });
};

/**
 * Product support issues a new grant in place of one whose set of scopes is too small, which is the only way to scopes outside of an existing
 * subscription (§3.1, Not included). The operator does this; no self-service does.
 */
export const grantThroughSupport: Command<
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
export function permissionOf(
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
  { environment, identity }: { readonly environment: Environment; readonly identity: Identity },
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
  const isSelfService = verb === "requested";
  return new Refusal("conflict", isSelfService ? "contact-support" : "permission-move-refused", {
    message: `The permission is "${state}", and can't be ${verb}.${isSelfService ? " Contact product support." : ""}`,
    clause: "§3.1",
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
    ...{ application, environment, identity, product, state, scopes },
    // Validation binds the client; a move by the operator doesn't touch that.
    binding: state === "enabled" ? "bound" : (known?.binding ?? "temporarily-unverifiable"),
    requestedAt: known?.requestedAt ?? draft.now,
    revision: (known?.revision ?? 0) + 1,
  };
  draft.put("permission", permission);
  return permission;
}
