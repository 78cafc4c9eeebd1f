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
