import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** A certified OpenID provider on this machine. */
export interface RunningProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The requested paths, in order. */
  readonly requests: readonly string[];
  readonly count: (path: string) => number;
  /** Looks up an application's access token. */
  readonly findApplicationToken: (token: string) => Promise<{ scope?: string | undefined } | undefined>;
  /** Looks up a user's access token. */
  readonly findUserToken: (
    token: string,
  ) => Promise<{ accountId?: string; scope?: string | undefined } | undefined>;
  /** Signs with new keys from now on; the old ones are no longer published. */
  rotateKeys(): Promise<void>;
}

export const application = { clientId: "app-service", clientSecret: "s3cret/with+signs&more=%" };
export const publicClient = {
  clientId: "app-user",
  redirectUri: "https://shop.example/callback",
  postLogoutRedirectUri: "https://shop.example/goodbye",
};
export const apiAudience = "https://api.example/";
const usualScopes = ["catalog.read", "orders.read", "orders.write"];

export interface ProviderSettings {
  /** Seconds. */
  readonly tokenLifetime?: number;
  /** The scopes that the application may request. */
  readonly scopes?: readonly string[];
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: "sig", alg: "RS256" };
}

function configuration(
  keys: JWK[],
  { tokenLifetime = 600, scopes = usualScopes }: ProviderSettings,
): Configuration {
  const service = {
    client_secret: application.clientSecret,
    grant_types: ["client_credentials"],
    redirect_uris: [],
    response_types: [],
    scope: scopes.join(" "),
  };
  return {
    jwks: { keys: keys as never },
    cookies: { keys: ["test key"] },
    scopes: ["openid", "offline_access", "not.for.this.client", ...scopes],
    pkce: { required: () => true },
    clients: [
      { ...service, client_id: application.clientId, token_endpoint_auth_method: "client_secret_post" },
      { ...service, client_id: "app-basic", token_endpoint_auth_method: "client_secret_basic" },
      {
        client_id: publicClient.clientId,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [publicClient.redirectUri],
        post_logout_redirect_uris: [publicClient.postLogoutRedirectUri],
      },
    ],
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access"),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: tokenLifetime,
      ClientCredentials: tokenLifetime,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
      Session: 3600,
    },
    features: {
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => undefined as never,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, resource) => ({
          scope: scopes.join(" "),
          audience: resource,
          accessTokenFormat: "opaque",
        }),
      },
    },
  };
}

/** Starts a provider on a free port of the loopback interface. */
export async function startProvider(settings: ProviderSettings = {}): Promise<RunningProvider> {
  const requests: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    requests.push((request.url ?? "").replace(/\?.*$/, ""));
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider: Provider;
  const renew = async () => {
    provider = new Provider(issuer, configuration([await newKey()], settings));
    handle = provider.callback();
  };
  await renew();
  return {
    issuer,
    requests,
    count: (path) => requests.filter((it) => it === path).length,
    findApplicationToken: (token) => provider.ClientCredentials.find(token),
    findUserToken: (token) => provider.AccessToken.find(token),
    rotateKeys: renew,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
