import type { CatalogProduct } from "../../platform/records/products.js";
import type { Action } from "./action.js";
import { noTarget } from "./target.js";

/** `GET /open-platform/v1/products`. */
export const listProducts: Action = {
  id: "listProducts",
  identities: ["application", "user"],
  target: () => noTarget,
  work: {
    kind: "read",
    read: ({ view }) => ({ status: 200, body: { products: view.list("catalogProduct").map(productBody) } }),
  },
};

function productBody({ code, name, description, plans }: CatalogProduct) {
  return {
    product_code: code,
    name,
    description,
    plans: plans.map((plan) => ({
      plan_code: plan.code,
      plan_version: plan.version,
      name: plan.name,
      billing_mode: plan.billing,
      ...(plan.price === undefined ? {} : { price_version_ref: plan.price }),
      period: plan.period,
      trial_days: plan.trialDays,
      entitlements: plan.entitlements,
    })),
  };
}
