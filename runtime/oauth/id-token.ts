import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose";
import type { AuthorizationServer } from "oauth4webapi";
import { IdentityError, IdTokenError, type IdTokenProblem } from "./errors.js";
import type { IdTokenClaims } from "./tokens.js";

/** The values an ID token is compared with. */
export interface IdTokenExpectation {
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly clockToleranceMs: number;
  /** If absent: not compared, as after a refresh. */
  readonly nonce?: string | undefined;
  /** Maximum time since the user authenticated, in seconds. */
  readonly maxAge?: number | undefined;
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
 * `nbf`, `iat`, `nonce`, `auth_time` and `sub`. Throws `IdTokenError`, and `DiscoveryError` if the keys can't be loaded.
 */
export async function validateIdToken(
  idToken: string | undefined,
  { metadata, keys }: { metadata: AuthorizationServer; keys: JWTVerifyGetKey },
  expected: IdTokenExpectation,
): Promise<IdTokenClaims> {
  if (idToken === undefined) throw new IdTokenError("missing");
  const { clientId, now, clockToleranceMs } = expected;
  const advertised = metadata.id_token_signing_alg_values_supported;
  const claims = await verify(idToken, keys, {
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
  checkClaims(claims, expected);
  return claims as IdTokenClaims;
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
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(idToken, keys, options)).payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      const payload = await verifyWithAny(idToken, error, options);
      if (payload !== undefined) return payload;
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
): Promise<JWTPayload | undefined> {
  for await (const key of candidates) {
    try {
      return (await jwtVerify(idToken, key, options)).payload;
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
