import { describeCause } from "./ask-issuer.js";
import { CredentialsMismatchError, TokenStoreError } from "./errors.js";

/** What tokens belong to: they are used there and nowhere else. */
export interface TokenOrigin {
  /** Such as `sandbox`; absent if the API has only one environment. */
  readonly environment?: string | undefined;
  readonly issuer: string;
  /** The API base that the tokens are for, without a trailing slash; absent if it isn't set. */
  readonly baseUrl?: string | undefined;
  readonly clientId: string;
}

/** An entry of a token store: plain data that survives JSON. It holds tokens, so treat it as a secret. */
export interface Tokens extends TokenOrigin {
  readonly accessToken: string;
  /** When the tokens were requested, in milliseconds since 1970. */
  readonly requestedAt: number;
  /** When the access token expires, in milliseconds since 1970; absent if the issuer didn't say. */
  readonly expiresAt?: number | undefined;
  /** What the issuer granted; absent if it didn't say. */
  readonly scopes?: readonly string[] | undefined;
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
  /** The validated claims of the ID token. */
  readonly claims?: IdTokenClaims | undefined;
}

/** Claims of a validated ID token: OpenID Connect Core 1.0, section 2, and any others that the issuer added. */
export interface IdTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  /** Seconds since 1970, like all times in claims. */
  readonly exp: number;
  readonly iat: number;
  readonly [claim: string]: unknown;
}

/** A signed-in user, as returned by `complete`: tokens, and who the user is. */
export interface UserSession extends Tokens {
  readonly idToken: string;
  readonly claims: IdTokenClaims;
}

/**
 * Whether an access token can still be sent: it is renewed `renewBeforeMs` before it expires, and a short-lived one
 * after half of its lifetime. One without a stated end is used until the API refuses it.
 */
export function isFresh(
  { requestedAt, expiresAt }: Tokens,
  { now, renewBeforeMs }: { now: number; renewBeforeMs: number },
): boolean {
  if (expiresAt === undefined) return true;
  return now < expiresAt - Math.min(renewBeforeMs, Math.max(0, expiresAt - requestedAt) / 2);
}

/** The header of RFC 6750, section 2.1. */
export function bearer({ accessToken }: Tokens): { readonly authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

/** The access token in such a header. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/**
 * Where tokens are stored: a server-side session, a shared cache. Entries are plain data and must be returned
 * unchanged (JSON is fine). Keys of application tokens say in clear text what the token is for, and hold no secret.
 *
 * An error of a store becomes a `TokenStoreError` that names only the kind of failure, since errors of database
 * clients often quote the command.
 */
export interface TokenStore {
  get(key: string): Promise<Tokens | undefined>;
  set(key: string, tokens: Tokens): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Runs `work` while no other process runs work under this key. Needed if several processes renew the session
   * of one user and the issuer accepts each refresh token once.
   */
  lock?<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A store that is lost when the process ends. */
export function createMemoryTokenStore(): TokenStore {
  const entries = new Map<string, Tokens>();
  return {
    get: async (key) => entries.get(key),
    set: async (key, tokens) => {
      entries.set(key, tokens);
    },
    delete: async (key) => {
      entries.delete(key);
    },
  };
}

/** The entry of a key. Throws `CredentialsMismatchError` for one that belongs to another client, and `TokenStoreError`. */
export async function readTokens(
  store: TokenStore,
  key: string,
  origin: TokenOrigin,
): Promise<Tokens | undefined> {
  const tokens = await guarded("get", () => store.get(key));
  // What caches return for a missing entry.
  if (tokens === undefined || tokens === null) return undefined;
  if (!isTokens(tokens)) throw new TokenStoreError("read", "the entry isn't a valid token entry");
  for (const part of ["environment", "issuer", "baseUrl", "clientId"] as const) {
    if (tokens[part] !== origin[part])
      throw new CredentialsMismatchError("The stored token belongs to another client", part, {
        expected: origin[part],
        received: tokens[part],
      });
  }
  return tokens;
}

/** Puts an entry into a store. Throws `TokenStoreError`. */
export function writeTokens(store: TokenStore, key: string, tokens: Tokens): Promise<void> {
  return guarded("set", () => store.set(key, tokens));
}

/** Runs work under the store's lock, if it has one. Errors of `work` are rethrown unchanged. */
export async function underLock<T>(store: TokenStore, key: string, work: () => Promise<T>): Promise<T> {
  if (store.lock === undefined) return await work();
  let outcome: { value: T } | { error: unknown } | undefined;
  const kept = async () => {
    try {
      outcome = { value: await work() };
    } catch (error) {
      outcome = { error };
    }
  };
  await guarded("lock", () => store.lock?.(key, kept));
  if (outcome === undefined) throw new TokenStoreError("lock", "it ended without running the work");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

async function guarded<T>(action: "get" | "set" | "lock", work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new TokenStoreError(action, describeCause(error));
  }
}

function isTokens(value: object): value is Tokens {
  const {
    environment,
    issuer,
    baseUrl,
    clientId,
    accessToken,
    requestedAt,
    expiresAt,
    refreshToken,
    idToken,
  } = value as Record<string, unknown>;
  const texts = [issuer, clientId, accessToken];
  const optional = [environment, baseUrl, refreshToken, idToken];
  return (
    texts.every((it) => typeof it === "string") &&
    optional.every((it) => it === undefined || typeof it === "string") &&
    typeof requestedAt === "number" &&
    (expiresAt === undefined || typeof expiresAt === "number") &&
    isSendable(accessToken as string)
  );
}

/** Whether a text is valid in a header: visible ASCII. */
export function isSendable(accessToken: string): boolean {
  return /^[\x21-\x7E]+$/.test(accessToken);
}
