import type * as Library from "oidc-provider";
import type { Configuration, Grant, KoaContextWithOIDC, Provider } from "oidc-provider";
import { errorPage, goodbyePage, signOutPage } from "../pages/sign-in-pages.js";
import { askedLanguage } from "../pages/texts.js";
import { createAdapter } from "./adapter.js";
import { type ChosenSpaces, claimsByScope, createFindAccount, tokenClaims } from "./claims.js";
import { matchesSecret } from "./client-metadata.js";
import { firstPartyScopes, type IssuerContext } from "./issuer-context.js";
import { createResources, openidScopes } from "./resources.js";

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
      if (isOpen && id !== undefined) return await ctx.oidc.provider.Grant.find(id);
      return undefined;
    },
    pkce: { required: () => true },
    renderError: (ctx, { error, error_description }) =>
      errorPage(ctx, { error, description: error_description, language: askedLanguage(ctx) }),
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
        logoutSource: (ctx, form) => signOutPage(ctx, { form, language: askedLanguage(ctx) }),
        postLogoutSuccessSource: (ctx) => goodbyePage(ctx, askedLanguage(ctx)),
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

let loading: Promise<typeof Library> | undefined;

/** `oidc-provider`, loaded when it is first needed: that takes longer than the rest of the sandbox's start. */
function loadProvider(): Promise<typeof Library> {
  loading ??= load();
  return loading;
}

/**
 * On Node.js 20 the library prints that its author doesn't test with it. The sandbox's tests do, so nobody needs to see that on each start.
 */
async function load(): Promise<typeof Library> {
  const { warn } = console;
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes("Unsupported runtime")) warn(...values);
  };
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}

/**
 * When a person is asked to sign in: as the library has it, and also if the person was revoked meanwhile, or if the last sign-in is longer ago
 * than `max_age` in the sandbox's time.
 */
function createSignInPolicy(
  { clock }: IssuerContext,
  { interactionPolicy: { base, Check } }: typeof Library,
): Library.interactionPolicy.DefaultPolicy {
  const policy = base();
  const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = Check;
  policy.get("login")?.checks.add(
    new Check("account_revoked", "the account can't be used", ({ oidc }) => {
      if (oidc.session?.accountId !== undefined && oidc.account === undefined) return REQUEST_PROMPT;
      return NO_NEED_TO_PROMPT;
    }),
  );
  policy.get("login")?.checks.add(
    new Check("max_age_in_sandbox", "End-User authentication could not be obtained", ({ oidc }) => {
      const longest = oidc.params?.max_age;
      const since = oidc.session?.loginTs;
      if (longest === undefined || since === undefined || oidc.result?.login) return NO_NEED_TO_PROMPT;
      const age = clock.now() - clock.at(since * 1000);
      if (age > Number(longest) * 1000 + 1000) return REQUEST_PROMPT;
      return NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}
