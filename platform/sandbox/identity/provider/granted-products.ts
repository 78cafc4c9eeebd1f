import type { View } from "../../platform/draft.js";
import type { OauthClient } from "../../platform/records/applications.js";

/** An API product that a client may call now. */
export interface GrantedProduct {
  readonly code: string;
  readonly audience: string;
  readonly scopes: readonly string[];
}

/** The active API products for which a client's identity has an enabled permission, with the scopes of that (§3.1, §3.3). */
export function grantedProducts(
  view: View,
  { application, identity }: OauthClient,
): readonly GrantedProduct[] {
  return view
    .list("permission", { application, identity, state: "enabled" })
    .flatMap(({ product: code, scopes }) => {
      const product = view.get("apiProduct", code);
      return product?.status === "active" ? [{ code, audience: product.audience, scopes }] : [];
    });
}
