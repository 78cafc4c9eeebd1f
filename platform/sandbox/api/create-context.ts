import type { View } from "../platform/draft.js";
import type { Environment, Time } from "../platform/records/common.js";
import type { ApiProduct } from "../platform/records/products.js";
import { permissionId } from "../platform/records/records.js";
import type { ApiAction } from "./action.js";
import { type ApiRoute, routeScopes } from "./api-route.js";
import type { ApiCommerce } from "./commerce-port.js";
import {
  type BearerProblem,
  type CheckContext,
  noQuota,
  noTarget,
  type Quotas,
  type TokenClaims,
} from "./context.js";
import { readIdempotency } from "./idempotency.js";
import type { RequestContent } from "./request-content.js";

/** What a request's context is made of. */
interface ContextParts {
  readonly view: View;
  readonly now: Time;
  readonly environment: Environment;
  readonly route: ApiRoute;
  readonly action: ApiAction;
  readonly content: RequestContent;
  readonly token: TokenClaims | BearerProblem;
  readonly commerce: ApiCommerce;
  readonly quotas: Quotas;
}

/** Looks up, once, what the checks of a request look at. */
export function createContext(parts: ContextParts): CheckContext {
  const { view, now, environment, route, action, content, token, commerce, quotas } = parts;
  const known = { view, now, environment, route, content, identities: action.identities };
  if ("kind" in token)
    return { ...known, ...nothing, tokenProblem: token, idempotency: { replay: false }, quota: noQuota };
  const product = operationProduct(parts, token);
  const permission =
    product && view.get("permission", permissionId(token.application, token.identity, product.code));
  const target = action.target({ view, environment, claims: token, content });
  const { subscription } = target;
  const trigger = action.trigger?.(content);
  const isMove = subscription !== undefined && trigger !== undefined;
  const isCommand = action.work.kind === "command";
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
    possible: isMove ? commerce.possibleTriggers(view, subscription) : [],
    givesAccess: subscription !== undefined && commerce.givesAccess(subscription),
    idempotency: isCommand ? readIdempotency(view, route, { claims: token, content }) : { replay: false },
    quota: product && permission ? quotas.use(permission.id, product.quota, now) : noQuota,
  };
}

const nothing = { target: noTarget, possible: [], givesAccess: false } as const;

/**
 * The API product that an operation belongs to: one of this environment that publishes the scopes of one of its alternatives. If there are
 * several, the token's audience decides, and otherwise the first is taken.
 */
function operationProduct(
  { view, environment, route }: ContextParts,
  { audience }: TokenClaims,
): ApiProduct | undefined {
  const alternatives = routeScopes(route);
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
