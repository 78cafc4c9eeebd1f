import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  customFetch,
  discovery,
  None,
  refreshTokenGrant,
  tokenRevocation,
} from "openid-client";
import type { ConsoleOptions } from "./console-options.js";
import { dependencyFailed } from "./create-control.js";
import { type SessionTokens, verificationMs } from "./sessions.js";

type Grant = Awaited<ReturnType<typeof refreshTokenGrant>>;

/** What a sign-in remembers until it comes back. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whether the person must prove again who they are. */
  readonly verify: boolean;
}

/** The issuer, as a public client with PKCE sees it. */
export interface SignInIssuer {
  /** Where a sign-in begins; `challenge` is the S256 one of the verifier. */
  readonly signInUrl: (asked: Challenge, challenge: string) => Promise<URL>;
  /** Exchanges the code that came to an address. Throws unless state, nonce, issuer, signature and age are right. */
  readonly finish: (address: URL, asked: Challenge) => Promise<Grant>;
  readonly refresh: (refreshToken: string) => Promise<Grant>;
  /** Ends a refresh token and what was made with it. */
  readonly revoke: (refreshToken: string) => Promise<void>;
  /** Where the browser ends its session at the issuer. It contains no token. */
  readonly endSessionUrl: () => Promise<string>;
}

/** The issuer of a Console. It is asked for its metadata when that is first needed, and again if that failed. */
export function createIssuer(options: ConsoleOptions, redirectUri: string): SignInIssuer {
  const { issuer, clientId, origin, fetch: send = fetch } = options;
  const insecure = issuer.startsWith("http:");
  let found: Promise<Configuration> | undefined;
  const configuration = async (): Promise<Configuration> => {
    found ??= discovery(new URL(issuer), clientId, { require_auth_time: true }, None(), {
      // Only at this machine, where the sandbox is.
      execute: insecure ? [allowInsecureRequests] : [],
      [customFetch]: (url, init) => send(url, init as RequestInit),
      timeout: 10,
    });
    try {
      return await found;
    } catch {
      found = undefined;
      throw dependencyFailed();
    }
  };
  return {
    async signInUrl({ state, nonce, verify }, challenge) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid profile email",
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        // An older sign-in proves nothing, and neither does an authenticator that was just saved.
        ...(verify && { prompt: "login", max_age: String(verificationMs / 1000) }),
      });
    },
    finish: async (address, { state, nonce, verifier, verify }) =>
      authorizationCodeGrant(await configuration(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(verify && { maxAge: verificationMs / 1000 }),
      }),
    refresh: async (token) => refreshTokenGrant(await configuration(), token),
    revoke: async (token) => tokenRevocation(await configuration(), token),
    endSessionUrl: async () =>
      buildEndSessionUrl(await configuration(), { post_logout_redirect_uri: `${origin}/console/` }).href,
  };
}

/** Longer than any issuer of this machine takes. */
const timeoutMs = 3000;

/** Reads token endpoints from discovery documents, each once. */
export function tokenEndpoints(send: typeof fetch): (issuer: string) => Promise<string | null> {
  const known = new Map<string, string>();
  return async (issuer) => {
    const found = known.get(issuer);
    if (found !== undefined) return found;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await send(`${issuer}/.well-known/openid-configuration`, { redirect: "error", signal });
      const document = (await answer.json()) as {
        readonly issuer?: unknown;
        readonly token_endpoint?: unknown;
      };
      if (document.issuer !== issuer || typeof document.token_endpoint !== "string") return null;
      known.set(issuer, document.token_endpoint);
      return document.token_endpoint;
    } catch {
      return null;
    }
  };
}

interface Granted {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
  readonly expires_in?: number | undefined;
}

/** Of an issuer that doesn't say how long a token lasts. */
const usualSeconds = 300;

/** The tokens of an answer; what it leaves out stays as it was. */
export function grantedTokens(granted: Granted, now: number, before?: SessionTokens): SessionTokens {
  return {
    access: granted.access_token,
    refresh: granted.refresh_token ?? before?.refresh,
    id: granted.id_token ?? before?.id,
    accessExpiresAt: now + (granted.expires_in ?? usualSeconds) * 1000,
  };
}
