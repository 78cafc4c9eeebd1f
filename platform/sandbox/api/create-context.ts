import type { View } from "../platform/draft.js";
import { permissionId } from "../platform/record-ids.js";
import type { Environment, Time } from "../platform/records/common.js";
import type { ApiProduct } from "../platform/records/products.js";
import type { Action } from "./actions/action.js";
import { noTarget } from "./actions/target.js";
import { type ApiRoute, scopesOf } from "./api-route.js";
import type { ApiCommerce } from "./commerce-port.js";
import type { CheckContext, TokenProblem } from "./context.js";
import { idempotencyOf } from "./idempotency.js";
import { noQuota, type Quotas } from "./quota.js";
import type { RequestContent } from "./request/request-content.js";
import type { TokenClaims } from "./verified-token.js";

/** What a request's context is made of. */
export interface ContextParts {
  readonly view: View;
  readonly now: Time;
  readonly environment: Environment;
  readonly route: ApiRoute;
  readonly action: Action;
  readonly content: RequestContent;
  readonly token: TokenClaims | TokenProblem;
  readonly commerce: ApiCommerce;
  readonly quotas: Quotas;
}

/** Looks up, once, what the checks of a request look at. */
export function createContext(parts: ContextParts): CheckContext {
  const { view, now, environment, route, action, content, token, commerce, quotas } = parts;
  const known = { view, now, environment, route, content, identities: action.identities };
  if ("kind" in token)
    return { ...known, ...nothing, tokenProblem: token, idempotency: { replay: false }, quota: noQuota };
  const product = productOf(parts, token);
  const permission =
    product && view.get("permission", permissionId(token.application, token.identity, product.code));
  const target = action.target({ view, environment, claims: token, content });
  const { subscription } = target;
  const trigger = action.trigger?.(content);
  return {
    ...known,
    claims: token,
    client: view.get("client", token.client),
    application: view.get("application", token.application),
    person: token.person === undefined ? undefined : view.get("person", token.person),
    product,
    permission,
    target,
    organization:
      target.organization === undefined ? undefined : view.get("organization", target.organization),
    trigger,
    possible:
      subscription === undefined || trigger === undefined
        ? []
        : commerce.possibleTriggers(view, subscription),
    givesAccess: subscription !== undefined && commerce.givesAccess(subscription),
    idempotency:
      action.work.kind === "command"
        ? idempotencyOf(view, route, { claims: token, content })
        : { replay: false },
    quota: product && permission ? quotas.use(permission.id, product.quota, now) : noQuota,
  };
}

const nothing = { target: noTarget, possible: [], givesAccess: false } as const;

/**
 * The API product that an operation belongs to: one of this environment that publishes the scopes of one of its alternatives. If there are
 * several, the token's audience decides, and otherwise the first is taken.
 */
function productOf(
  { view, environment, route }: ContextParts,
  { audience }: TokenClaims,
): ApiProduct | undefined {
  const alternatives = scopesOf(route);
  let first: ApiProduct | undefined;
  for (const product of view.list("apiProduct")) {
    if (!product.environments.includes(environment)) continue;
    const publishes = (scope: string) => product.scopes.some(({ name }) => name === scope);
    if (!alternatives.some((scopes) => scopes.every(publishes))) continue;
    if (audience === product.audience) return product;
    first ??= product;
  }
  return first;
}
