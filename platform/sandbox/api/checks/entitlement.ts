import { entitlementId } from "../../platform/record-ids.js";
import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The customer is entitled to the product, if the state of the subscription gives access. */
export const entitlement = defineCheck({
  name: "entitlement",
  clause: "§5.5",
  look: ({ view, target, givesAccess }) => {
    const { subscription } = target;
    const needed = subscription !== undefined && givesAccess;
    const found = needed
      ? view.get("entitlement", entitlementId(subscription.organization, subscription.product))
      : undefined;
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
