import type { View } from "../../platform/draft.js";
import type { SubscriptionRecord } from "../../platform/records/commerce.js";
import { entitlementId } from "../../platform/records/records.js";
import { routeScopes } from "../api-route.js";
import { defineCheck, denied, notNeeded, passed } from "./check.js";

/** The API product is active: neither deprecated nor revoked (§3.3). */
export const product = defineCheck({
  name: "product",
  clause: "§3.3",
  look: ({ product: found }) => ({ product: found?.code ?? null, status: found?.status ?? null }),
  decide({ product: code, status }) {
    if (status === "active") return passed;
    return denied("product-not-active", `The API product ${code} is ${status}.`);
  },
});

/**
 * The customer's ProductAccess is in a trial or active. A subscription whose state gives no access, such as one that isn't paid yet or has
 * ended, can still be read and changed without it.
 */
export const productAccess = defineCheck({
  name: "product-access",
  clause: "§5.5",
  look: ({ view, target, givesAccess }) => {
    const { subscription } = target;
    const needed = subscription !== undefined && givesAccess;
    const found = needed ? findAccess(view, subscription) : undefined;
    return {
      needed,
      subscription_status: subscription?.status ?? null,
      product: subscription?.product ?? null,
      product_access: found?.id ?? null,
      status: found?.status ?? null,
    };
  },
  decide: ({ needed, status, product }) => {
    if (!needed) return notNeeded;
    if (status === "trial" || status === "active") return passed;
    return denied(
      "product-access-missing",
      `The organization's access to ${product} is ${status ?? "missing"}.`,
    );
  },
});

function findAccess(view: View, { organization, product, application }: SubscriptionRecord) {
  return view.list("productAccess", { organization, product, application })[0];
}

/** The customer is entitled to the product, if the state of the subscription gives access. */
export const entitlement = defineCheck({
  name: "entitlement",
  clause: "§5.5",
  look: ({ view, target, givesAccess }) => {
    const { subscription } = target;
    const needed = subscription !== undefined && givesAccess;
    const id = needed && entitlementId(subscription.organization, subscription.product);
    const found = id === false ? undefined : view.get("entitlement", id);
    return {
      needed,
      product: subscription?.product ?? null,
      entitlement: found?.id ?? null,
      status: found?.status ?? null,
    };
  },
  decide: ({ needed, status, product }) => {
    if (!needed) return notNeeded;
    if (status === "active") return passed;
    return denied(
      "entitlement-missing",
      `The organization's entitlement to ${product} is ${status ?? "missing"}.`,
    );
  },
});

/** The grant of the API product to this identity is enabled, in this environment, and covers the operation (§3.1). */
export const grant = defineCheck({
  name: "grant",
  clause: "§5.5",
  look: ({ permission, route, environment }) => {
    const own = permission?.scopes ?? [];
    const alternatives = routeScopes(route);
    return {
      permission: permission?.id ?? null,
      state: permission?.state ?? null,
      same_environment: permission?.environment === environment,
      scopes: own,
      covered: alternatives.some((wanted) => wanted.every((scope) => own.includes(scope))),
    };
  },
  decide: ({ permission, state, same_environment, covered }) => {
    if (permission === null || !same_environment)
      return denied("grant-missing", "The identity has no grant of the API product in this environment.");
    if (state !== "enabled") return denied("grant-not-enabled", `The grant is ${state}, not enabled.`);
    if (!covered) return denied("grant-scope-missing", "The grant doesn't cover the operation's scope.");
    return passed;
  },
});

/** The API product's quota for this identity isn't exhausted (§8). */
export const quota = defineCheck({
  name: "quota",
  clause: "§8",
  look: ({ quota: { used, limit, until } }) => ({ used, limit, until: new Date(until).toISOString() }),
  decide({ used, limit, until }) {
    if (used < limit) return passed;
    return denied("quota-exceeded", `${used} of ${limit} requests are used until ${until}.`);
  },
});
