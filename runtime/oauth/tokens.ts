/** Where tokens belong: they are used there and nowhere else. */
export interface TokenOrigin {
  /** Such as `sandbox`; absent where the API has only one environment. */
  readonly environment?: string | undefined;
  readonly issuer: string;
  /** The API base that the tokens are for, without a slash at its end; absent where nobody said it. */
  readonly baseUrl?: string | undefined;
  readonly clientId: string;
}

/** What a token store keeps: plain data that survives JSON. It holds tokens, so it is to be kept as a secret. */
export interface Tokens extends TokenOrigin {
  readonly accessToken: string;
  /** When the tokens were asked for, in milliseconds since 1970. */
  readonly requestedAt: number;
  /** When the access token ends, in milliseconds since 1970; absent where the issuer didn't say. */
  readonly expiresAt?: number | undefined;
  /** What the issuer granted; absent where it didn't say. */
  readonly scopes?: readonly string[] | undefined;
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
  /** The validated claims of the ID token. */
  readonly claims?: IdTokenClaims | undefined;
}

/** Claims of a validated ID token: OpenID Connect Core 1.0, section 2, and whatever else the issuer put into it. */
export interface IdTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  /** Seconds since 1970, as all times in claims. */
  readonly exp: number;
  readonly iat: number;
  readonly [claim: string]: unknown;
}

/** A signed-in user, as `complete` gives it: tokens, and who the user is. */
export interface UserSession extends Tokens {
  readonly idToken: string;
  readonly claims: IdTokenClaims;
}

/**
 * Whether an access token can still be sent: `renewBeforeMs` before its end it is renewed, and a short-lived one
 * after half of its life. One without a stated end is used until the API refuses it.
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
