import type { ClientMetadata } from "oidc-provider";

/** A client of the platform's own: the Developer Console. It is public and uses PKCE (§5.6). */
export interface FirstPartyClient {
  readonly clientId: string;
  /** As the sign-in page names it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly logoutUris: readonly string[];
}

/** What people grant to it by signing in: who they are, and nothing of an API product. */
export const firstPartyScopes = "openid profile email";

/** The Console of a server at an origin. */
export function consoleClient(origin: string, clientId: string): FirstPartyClient {
  return {
    clientId,
    name: "Developer Console",
    redirectUris: [`${origin}/console/sign-in/callback`],
    logoutUris: [`${origin}/console/`],
  };
}

/** The client as OpenID Connect describes it. */
export function firstPartyMetadata(client: FirstPartyClient): ClientMetadata {
  return {
    client_id: client.clientId,
    token_endpoint_auth_method: "none",
    application_type: "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.logoutUris],
    // A recent verification is decided by it.
    require_auth_time: true,
  };
}
