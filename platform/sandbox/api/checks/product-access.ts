import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

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
    const [found] = needed
      ? view.list("productAccess", {
          organization: subscription.organization,
          product: subscription.product,
          application: subscription.application,
        })
      : [];
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
