import type { PolicyCheck } from "./check.js";
import { audience, binding, client, environment, identity, scopes, token } from "./credentials.js";
import { actingOrganization, customerAuthorization, organization } from "./organization.js";
import { entitlement, grant, product, productAccess, quota } from "./product.js";
import { body, idempotencyKey, ownership, resourceState } from "./request.js";

/** Every check of a request, in order: the first that denies ends it. The document demands them (§5.5), their order is the sandbox's choice. */
export const orderedChecks: readonly PolicyCheck[] = [
  token,
  environment,
  audience,
  client,
  identity,
  scopes,
  grant,
  product,
  binding,
  organization,
  productAccess,
  entitlement,
  ownership,
  actingOrganization,
  customerAuthorization,
  resourceState,
  quota,
  idempotencyKey,
  body,
];

/** The checks that decide whether the caller may see one subscription of a list. */
export const subscriptionChecks: readonly PolicyCheck[] = [
  organization,
  productAccess,
  entitlement,
  ownership,
  actingOrganization,
  customerAuthorization,
];

/** Names of all checks, in their order. */
export const checkNames: readonly string[] = orderedChecks.map(({ name }) => name);
