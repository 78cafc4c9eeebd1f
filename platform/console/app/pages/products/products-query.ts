import { queryOptions } from "@tanstack/react-query";
import { listApiProducts } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";

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
