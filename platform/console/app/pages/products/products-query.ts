import { queryOptions } from "@tanstack/react-query";
import { listApiProducts } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";

/** An API product with the access of each identity. */
export type ProductAccess = components["schemas"]["ProductAccess"];

/** The access of one identity to a product. */
export type IdentityAccess = components["schemas"]["IdentityAccess"];

/** How the products are read: all of them at once. */
export function productsQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "api-products"),
    queryFn: ({ signal }) => call(listApiProducts(client, { application_id: application }, { signal })),
  });
}

/** Colours of the states; the text says the same. */
export const stateTones = {
  available: "neutral",
  "configuration-required": "warn",
  enabled: "good",
  suspended: "bad",
  revoked: "bad",
  "not-included": "neutral",
} as const;

/** Colours of the binding states. */
export const bindingTones = { bound: "good", drifted: "bad", "temporarily-unverifiable": "warn" } as const;

/** Colours of a product's status. */
export const statusTones = { active: "good", deprecated: "warn", revoked: "bad" } as const;
