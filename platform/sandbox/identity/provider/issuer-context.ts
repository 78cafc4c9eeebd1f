import type { ClientMetadata } from "oidc-provider";
import type { SandboxClock } from "../../clock/sandbox-clock.js";
import type { Environment } from "../../platform/records/common.js";
import type { World } from "../../world/world.js";
import type { IdentityRows } from "../identity-rows.js";
import type { IdentityKeys } from "../key-ring.js";

/** What the parts of one issuer share. */
export interface IssuerContext {
  readonly environment: Environment;
  /** As its tokens name it. */
  readonly issuer: string;
  /** Of the issuer's URL, without a slash at the end. */
  readonly path: string;
  readonly world: World;
  readonly clock: Pick<SandboxClock, "now" | "at">;
  readonly rows: IdentityRows;
  readonly keys: IdentityKeys;
  readonly settings: IdentitySettings;
  /** The platform's own client, which isn't one of an application. */
  readonly firstParty: FirstPartyClient;
  /** An unexpected failure, which the caller of the issuer doesn't see. */
  readonly onFailure: (error: unknown) => void;
}

/** What the platform's document doesn't show about identity, and the sandbox decides: `contracts/sandbox/identity.yaml`. */
export interface IdentitySettings {
  /** In seconds of the sandbox's time. */
  readonly lifetimes: {
    readonly applicationToken: number;
    readonly userToken: number;
    readonly idToken: number;
    readonly authorizationCode: number;
    readonly refreshToken: number;
    /** What a person granted to an application at a sign-in; its refresh tokens end with it. */
    readonly grant: number;
    /** Of a browser at the issuer. */
    readonly session: number;
    /** Of an open sign-in page. */
    readonly signInPage: number;
    /** How long tokens of a replaced signing key are accepted. */
    readonly replacedKey: number;
  };
  /** The client of the Developer Console, which each issuer knows. */
  readonly console: { readonly clientId: string };
  readonly limits: {
    /** Codes, refresh tokens, sessions and so on that are kept, of each kind in each environment. */
    readonly rows: number;
    /** Verified access tokens that are remembered. */
    readonly verifiedTokens: number;
  };
}

/** A client of the platform's own: the Developer Console. It is public and uses PKCE (§5.6). */
interface FirstPartyClient {
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
