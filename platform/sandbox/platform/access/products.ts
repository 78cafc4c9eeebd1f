import { type PlatformCommand, Refusal, type View } from "../draft.js";
import type { ApiProduct } from "../records/products.js";
import { found } from "./found.js";

/**
 * Publishes an API product or updates it. An update never changes its status, so it can't restore a deprecated or revoked product (§3.3),
 * and never adds scopes to permissions (§9).
 */
export const publishProduct: PlatformCommand<ApiProduct, ApiProduct> = (draft, product) => {
  const known = draft.get("apiProduct", product.code);
  const published = known === undefined ? product : { ...product, status: known.status };
  draft.put("apiProduct", published);
  return published;
};

/** The moves of an API product's status. How a deprecated one is reactivated isn't shown: in the sandbox the operator does it (§3.3). */
const moves: Readonly<Record<ApiProduct["status"], readonly ApiProduct["status"][]>> = {
  active: ["deprecated", "revoked"],
  deprecated: ["active", "revoked"],
  revoked: [],
};

/** The operator's change of a product's status. Refuses moves out of `revoked`: `product-move-refused`. */
export const setProductStatus: PlatformCommand<
  { readonly product: string; readonly status: ApiProduct["status"] },
  ApiProduct
> = (draft, { product: code, status }) => {
  const product = found(draft, "apiProduct", code);
  if (product.status === status) return product;
  if (!moves[product.status].includes(status))
    throw new Refusal("conflict", "product-move-refused", {
      message: `The API product "${code}" is ${product.status}, and can't become ${status}.`,
      clause: "§3.3",
    });
  const changed = { ...product, status };
  draft.put("apiProduct", changed);
  return changed;
};

/** A product with a quota that has room for one more binding (§8). Throws a `Refusal`: `quota-exhausted`. */
export function requireRoom(view: View, { code, quota }: ApiProduct): void {
  if (quota.bindings === undefined) return;
  const bound = view.list("permission", { product: code, state: "enabled" }).length;
  if (bound < quota.bindings) return;
  throw new Refusal("conflict", "quota-exhausted", {
    message: `The quota of the API product "${code}" has room for ${quota.bindings} identities, and ${bound} are bound. Ask its support.`,
    clause: "§8",
  });
}

/** A product that permits configuration and calls. Throws a `Refusal`: `product-not-active`. */
export function requireActive(product: ApiProduct): void {
  if (product.status === "active") return;
  throw new Refusal("conflict", "product-not-active", {
    message: `The API product "${product.code}" is ${product.status}, so it can't be configured.`,
    clause: "§3.3",
  });
}
