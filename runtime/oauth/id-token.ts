import {
  base64url,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import { type AuthorizationServer, customFetch as askedFetch } from "oauth4webapi";
import { askIssuer } from "./ask-issuer.js";
import type { Issuer } from "./discovery.js";
import { DiscoveryError, IdentityError, IdTokenError, type IdTokenProblem } from "./errors.js";
import type { IdTokenClaims } from "./tokens.js";

/** The values an ID token is compared with. */
interface IdTokenExpectation {
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly clockToleranceMs: number;
  /** If absent: not compared, as after a refresh. */
  readonly nonce?: string | undefined;
  /** Maximum time since the user authenticated, in seconds. */
  readonly maxAge?: number | undefined;
  /** The one that came with it. */
  readonly accessToken: string;
  /** After a refresh: the user of the session. */
  readonly subject?: string | undefined;
}

/** Asymmetric only: a verifier must not be able to sign, and a public client has no secret for HMAC. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/**
 * Validates an ID token as OpenID Connect Core 1.0, section 3.1.3.7 requires: signature, then `iss`, `aud`, `azp`, `exp`,
 * `nbf`, `iat`, `nonce`, `auth_time` and `sub`; and `typ` (RFC 8725, section 3.11) and `at_hash` if it has them. Throws `IdTokenError`, and `DiscoveryError` if the keys can't be loaded.
 */
export async function validateIdToken(
  idToken: string | undefined,
  { metadata, keys }: { metadata: AuthorizationServer; keys: JWTVerifyGetKey },
  expected: IdTokenExpectation,
): Promise<IdTokenClaims> {
  if (idToken === undefined) throw new IdTokenError("missing");
  const { clientId, now, clockToleranceMs } = expected;
  const advertised = metadata.id_token_signing_alg_values_supported;
  const { payload, protectedHeader } = await verify(idToken, keys, {
    // Issuers must support RS256; OpenID Connect Core 1.0, section 15.1.
    algorithms: Array.isArray(advertised)
      ? algorithms.filter((algorithm) => advertised.includes(algorithm))
      : ["RS256"],
    issuer: metadata.issuer,
    audience: clientId,
    requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    currentDate: new Date(now),
    clockTolerance: clockToleranceMs / 1000,
  });
  // An access token (RFC 9068) or a logout token may be signed by the same keys for the same client.
  if (protectedHeader.typ !== undefined && !/^(?:application\/)?jwt$/i.test(protectedHeader.typ))
    throw new IdTokenError("type");
  checkClaims(payload, expected);
  await checkAccessToken(payload, protectedHeader, expected.accessToken);
  return payload as IdTokenClaims;
}

/** `at_hash` (OpenID Connect Core 1.0, section 3.1.3.6): the left half of the access token's hash, in Base64url. */
async function checkAccessToken(
  { at_hash: given }: JWTPayload,
  { alg }: JWTHeaderParameters,
  accessToken: string,
): Promise<void> {
  if (given === undefined) return;
  const digest = await crypto.subtle.digest(hashName(alg), new TextEncoder().encode(accessToken));
  const half = new Uint8Array(digest, 0, digest.byteLength / 2);
  if (given !== base64url.encode(half)) throw new IdTokenError("access-token");
}

/** The hash of a signature algorithm. Ed25519 uses SHA-512. */
function hashName(algorithm: string): string {
  const [bits = "512"] = /\d{3}$/.exec(algorithm) ?? [];
  return `SHA-${bits}`;
}

function checkClaims(claims: JWTPayload, expected: IdTokenExpectation): void {
  const { clientId, now, clockToleranceMs, nonce, maxAge, subject } = expected;
  const latest = (now + clockToleranceMs) / 1000;
  if (typeof claims.sub !== "string" || claims.sub === "") throw new IdTokenError("claims");
  if ((claims.iat ?? 0) > latest) throw new IdTokenError("not-yet-valid");
  const isShared = Array.isArray(claims.aud) && claims.aud.length > 1;
  if (claims.azp === undefined ? isShared : claims.azp !== clientId)
    throw new IdTokenError("authorized-party");
  if (nonce !== undefined && claims.nonce !== nonce) throw new IdTokenError("nonce");
  if (subject !== undefined && claims.sub !== subject) throw new IdTokenError("subject");
  if (maxAge === undefined) return;
  const authTime = claims.auth_time;
  if (typeof authTime !== "number" || authTime + maxAge < (now - clockToleranceMs) / 1000)
    throw new IdTokenError("authentication-time");
}

async function verify(
  idToken: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(idToken, keys, options);
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      const verified = await verifyWithAny(idToken, error, options);
      if (verified !== undefined) return verified;
      throw new IdTokenError("signature");
    }
    throw refusal(error);
  }
}

/** Without a `kid`, every key of the right kind is tried. */
async function verifyWithAny(
  idToken: string,
  candidates: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult | undefined> {
  for await (const key of candidates) {
    try {
      return await jwtVerify(idToken, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refusal(error);
    }
  }
  return undefined;
}

const claimProblems: Readonly<Record<string, IdTokenProblem>> = {
  iss: "issuer",
  aud: "audience",
  nbf: "not-yet-valid",
  exp: "expired",
};

function refusal(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof errors.JWTExpired) return new IdTokenError("expired");
  if (error instanceof errors.JWTClaimValidationFailed) {
    const problem = error.reason === "check_failed" ? claimProblems[error.claim] : undefined;
    return new IdTokenError(problem ?? "claims");
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return new IdTokenError("signature");
  if (error instanceof errors.JOSEAlgNotAllowed) return new IdTokenError("algorithm");
  if (error instanceof errors.JOSENotSupported) return new IdTokenError("algorithm");
  if (error instanceof errors.JWKSNoMatchingKey) return new IdTokenError("key");
  return new IdTokenError("malformed");
}

/** The issuer's signing keys, from a discovery document. */
export type IssuerKeys = (metadata: AuthorizationServer) => JWTVerifyGetKey;

/**
 * Keys are cached for ten minutes. A token with an unknown `kid` causes an immediate reload, since the issuer may
 * have new ones, but at most every `cooldownMs`, so that forged tokens can't cause a flood. Throws `DiscoveryError`.
 */
export function createIssuerKeys(issuer: Issuer, cooldownMs: number): IssuerKeys {
  let held: { address: string; keys: JWTVerifyGetKey } | undefined;
  return (metadata) => {
    const address = metadata.jwks_uri;
    if (address === undefined || !URL.canParse(address))
      throw unusable(issuer, { reason: "malformed", detail: "`jwks_uri` of the discovery document" });
    if (held?.address !== address) held = { address, keys: readFrom(address, issuer, cooldownMs) };
    return held.keys;
  };
}

function readFrom(address: string, issuer: Issuer, cooldownMs: number): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cooldownDuration: cooldownMs,
    // The limit is enforced below.
    timeoutDuration: issuer.timeoutMs + 1000,
    [customFetch]: (url, { headers }) =>
      askIssuer(
        issuer,
        async ({ signal, [askedFetch]: ask }) => {
          const entries = Object.fromEntries(new Headers(headers).entries());
          const facts = {
            method: "GET",
            headers: entries,
            redirect: "manual",
            body: undefined,
            signal,
          } as const;
          const response = await ask(url, facts);
          if (response.status !== 200) throw unusable(issuer, { reason: "refused", status: response.status });
          return response;
        },
        { signal: undefined, failure: (facts) => unusable(issuer, facts) },
      ),
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const aboutTheToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      if (aboutTheToken || error instanceof IdentityError) throw error;
      throw unusable(issuer, { reason: "malformed", detail: "the key set" });
    }
  };
}

function unusable(
  { issuer }: Issuer,
  facts: ConstructorParameters<typeof DiscoveryError>[2],
): DiscoveryError {
  return new DiscoveryError(issuer, "keys", facts);
}
