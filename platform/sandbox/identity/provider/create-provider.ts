import type { Configuration, Grant, KoaContextWithOIDC, Provider } from "oidc-provider";
import { errorPage, goodbyePage, signOutPage } from "../pages/notices.js";
import { languageOf } from "../pages/texts.js";
import { claimsByScope, createFindAccount } from "./accounts.js";
import { createAdapter } from "./adapter.js";
import { matchesSecret } from "./client-metadata.js";
import { firstPartyScopes } from "./first-party.js";
import type { IssuerContext } from "./issuer-context.js";
import { loadProvider } from "./load-provider.js";
import { createResources, openidScopes } from "./resources.js";
import { createSignInPolicy } from "./sign-in-policy.js";
import type { ChosenSpaces } from "./spaces.js";
import { tokenClaims } from "./token-claims.js";

/** The grant of a person to the platform's own client, which asks for no consent. */
async function ownGrant(ctx: KoaContextWithOIDC, clientId: string): Promise<Grant | undefined> {
  const { provider, session } = ctx.oidc;
  const known = session?.grantIdFor(clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found !== undefined || session?.accountId === undefined) return found;
  const grant = new provider.Grant({ accountId: session.accountId, clientId });
  grant.addOIDCScope(firstPartyScopes);
  await grant.save();
  return grant;
}

/** Where the issuer's sign-in pages are, below its path. */
export const signInPath = "/sign-in/";

/** The OpenID provider of one issuer, with the keys that it has now. */
export async function createProvider(context: IssuerContext, spaces: ChosenSpaces): Promise<Provider> {
  const library = await loadProvider();
  const { errors } = library;
  const { environment, issuer, path, keys, settings, world } = context;
  const { lifetimes } = settings;
  const { defaultResource, getResourceServerInfo } = createResources(context, errors);
  const cookie = { signed: true, httpOnly: true, sameSite: "lax" } as const;

  const configuration: Configuration = {
    adapter: (kind) => createAdapter(context, { kind, InvalidGrant: errors.InvalidGrant }),
    jwks: { keys: (await keys.signing()).map((key) => ({ ...key })) },
    // Names of their own: a browser has cookies of both issuers.
    cookies: {
      keys: [await keys.cookie()],
      names: {
        session: `sandbox_${environment}_session`,
        interaction: `sandbox_${environment}_sign_in`,
        resume: `sandbox_${environment}_resume`,
      },
      long: { ...cookie, path },
      short: cookie,
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    claims: claimsByScope,
    clientAuthMethods: ["client_secret_post", "none"],
    clientBasedCORS: (_ctx, origin, client) =>
      world.view.get("client", client.clientId)?.origins.includes(origin) ?? false,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    extraTokenClaims: (_ctx, token) => tokenClaims(context, { spaces, token }),
    findAccount: createFindAccount(context, spaces),
    // The Console's own session is shorter, and nobody shall lose it by moving the clock.
    expiresWithSession: (_ctx, { clientId, scopes }) =>
      clientId !== context.firstParty.clientId && !scopes.has("offline_access"),
    issueRefreshToken: async (_ctx, client, { scopes }) =>
      client.grantTypeAllowed("refresh_token") &&
      (client.clientId === context.firstParty.clientId || scopes.has("offline_access")),
    interactions: {
      policy: createSignInPolicy(context, library),
      url: (_ctx, interaction) => `${path}${signInPath}${interaction.uid}`,
    },
    loadExistingGrant: async (ctx) => {
      const client = ctx.oidc.client?.clientId ?? "";
      if (client === context.firstParty.clientId) return await ownGrant(ctx, client);
      const id = ctx.oidc.result?.consent?.grantId ?? ctx.oidc.session?.grantIdFor(client);
      // A space that is no longer open is chosen again, on the consent page.
      const isOpen = (await spaces.find(id, client)) !== undefined;
      return isOpen && id !== undefined ? await ctx.oidc.provider.Grant.find(id) : undefined;
    },
    pkce: { required: () => true },
    renderError: (ctx, { error, error_description }) =>
      errorPage(ctx, { error, description: error_description, language: languageOf(ctx) }),
    responseTypes: ["code"],
    rotateRefreshToken: true,
    scopes: [...openidScopes],
    ttl: {
      AccessToken: lifetimes.userToken,
      AuthorizationCode: lifetimes.authorizationCode,
      ClientCredentials: lifetimes.applicationToken,
      Grant: lifetimes.grant,
      IdToken: lifetimes.idToken,
      Interaction: lifetimes.signInPage,
      // A new one in place of another ends with it.
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken,
      Session: lifetimes.session,
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource,
        getResourceServerInfo,
        useGrantedResource: () => true,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOutPage(ctx, { form, language: languageOf(ctx) }),
        postLogoutSuccessSource: (ctx) => goodbyePage(ctx, languageOf(ctx)),
      },
    },
  };
  const provider = new library.Provider(issuer, configuration);
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return matchesSecret(secret, this.clientSecret ?? "");
  };
  provider.on("server_error", (_ctx, error) => context.onFailure(error));
  return provider;
}
