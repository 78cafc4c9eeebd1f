import type { Client, errors, KoaContextWithOIDC, ResourceServer } from "oidc-provider";
import type { View } from "../../platform/draft.js";
import type { OauthClient } from "../../platform/records/applications.js";
import type { IssuerContext } from "./issuer-context.js";

/** Scopes of OpenID Connect, which belong to no API product. */
export const openidScopes = ["openid", "offline_access", "profile", "email"] as const;

/** How the library asks for API products, which it knows as resource servers (RFC 8707). */
interface Resources {
  readonly defaultResource: (
    ctx: KoaContextWithOIDC,
    client: Client,
    oneOf?: readonly string[],
  ) => Promise<string | readonly string[] | undefined>;
  readonly getResourceServerInfo: (
    ctx: KoaContextWithOIDC,
    resource: string,
    client: Client,
  ) => Promise<ResourceServer>;
}

/**
 * A request without `resource` gets the product that its scopes belong to, or the only one that the client has. One that names no scope of a
 * product gets all scopes that are granted. The document shows neither (§4.1), so this is the sandbox's choice.
 */
export function createResources(
  { world }: IssuerContext,
  { InvalidTarget, InvalidScope }: typeof errors,
): Resources {
  /** The scopes of the products that a request names, before granted ones are filled in. */
  const requested = new WeakMap<KoaContextWithOIDC, readonly string[]>();
  const requestedBy = (ctx: KoaContextWithOIDC): readonly string[] => {
    const known = requested.get(ctx);
    if (known !== undefined) return known;
    const isOpenid = (scope: string) => (openidScopes as readonly string[]).includes(scope);
    const scopes = [...ctx.oidc.requestParamScopes].filter((scope) => !isOpenid(scope));
    requested.set(ctx, scopes);
    return scopes;
  };
  const clientProducts = (client: Client): readonly GrantedProduct[] => {
    const record = world.view.get("client", client.clientId);
    if (record === undefined) return [];
    return grantedProducts(world.view, record);
  };
  const choosesScopes = (ctx: KoaContextWithOIDC): boolean =>
    ctx.oidc.route === "authorization" || ctx.oidc.params?.grant_type === "client_credentials";

  const checkScopes = (scopes: readonly string[], products: readonly GrantedProduct[]): void => {
    const other = scopes.find((scope) => !products.some((product) => product.scopes.includes(scope)));
    if (other !== undefined) throw new InvalidScope("the scope isn't granted to this client", other);
  };

  return {
    async defaultResource(ctx, client, oneOf) {
      if (oneOf !== undefined) return oneOf;
      const products = clientProducts(client);
      const scopes = requestedBy(ctx);
      const isService = ctx.oidc.params?.grant_type === "client_credentials";
      const named = isService ? ctx.oidc.body?.audience : undefined;
      if (typeof named === "string") return named;
      checkScopes(scopes, products);
      const [only, another] = products.filter((product) =>
        scopes.every((scope) => product.scopes.includes(scope)),
      );
      if (only !== undefined && another === undefined) return only.audience;
      // A sign-in alone needs no API product (§4.4).
      if (!isService && scopes.length === 0) return undefined;
      if (only === undefined && products.length === 0)
        throw new InvalidTarget("no active API product is enabled for this client");
      throw new InvalidTarget("name one of the client's API products by its audience, as resource");
    },
    async getResourceServerInfo(ctx, resource, client) {
      const products = clientProducts(client);
      const product = products.find(({ audience }) => audience === resource);
      if (product === undefined)
        throw new InvalidTarget("no active API product with this audience is enabled for this client");
      if (choosesScopes(ctx)) {
        const scopes = requestedBy(ctx);
        checkScopes(scopes, products);
        const { params } = ctx.oidc;
        if (scopes.length === 0 && params !== undefined)
          params.scope = [...new Set([...ctx.oidc.requestParamScopes, ...product.scopes])].join(" ");
      }
      return {
        scope: product.scopes.join(" "),
        audience: product.audience,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      };
    },
  };
}

/** An API product that a client may call now. */
interface GrantedProduct {
  readonly code: string;
  readonly audience: string;
  readonly scopes: readonly string[];
}

/** The active API products for which a client's identity has an enabled permission, with the scopes of that (§3.1, §3.3). */
function grantedProducts(view: View, { application, identity }: OauthClient): readonly GrantedProduct[] {
  return view
    .list("permission", { application, identity, state: "enabled" })
    .flatMap(({ product: code, scopes }) => {
      const product = view.get("apiProduct", code);
      if (product?.status === "active") return [{ code, audience: product.audience, scopes }];
      return [];
    });
}
