import { actingOrganization } from "./acting-organization.js";
import { audience } from "./audience.js";
import { binding } from "./binding.js";
import { body } from "./body.js";
import type { Check } from "./check.js";
import { client } from "./client.js";
import { customerAuthorization } from "./customer-authorization.js";
import { entitlement } from "./entitlement.js";
import { environment } from "./environment.js";
import { grant } from "./grant.js";
import { idempotencyKey } from "./idempotency-key.js";
import { identity } from "./identity.js";
import { organization } from "./organization.js";
import { ownership } from "./ownership.js";
import { product } from "./product.js";
import { productAccess } from "./product-access.js";
import { quota } from "./quota.js";
import { resourceState } from "./resource-state.js";
import { scopes } from "./scopes.js";
import { token } from "./token.js";

/** Every check of a request, in order: the first that denies ends it. The document demands them (§5.5), their order is the sandbox's choice. */
export const orderedChecks: readonly Check[] = [
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
export const subscriptionChecks: readonly Check[] = [
  organization,
  productAccess,
  entitlement,
  ownership,
  actingOrganization,
  customerAuthorization,
];

/** Names of all checks, in their order. */
export const checkNames: readonly string[] = orderedChecks.map(({ name }) => name);
