import { None, refreshTokenGrantRequest } from "oauth4webapi";
import { CredentialsMismatchError, DiscoveryError, IdTokenError, SessionEndedError } from "./errors.js";
import { validateIdToken } from "./id-token.js";
import { requestTokens } from "./request-tokens.js";
import { audienceOf, originOf, type SignInParts } from "./sign-in-parts.js";
import type { UserSession } from "./tokens.js";

/** See `SignIn.refresh`. */
export async function refreshSession(parts: SignInParts, session: UserSession): Promise<UserSession> {
  const { settings, issuer } = parts;
  const origin = originOf(settings);
  for (const part of ["environment", "issuer", "baseUrl", "clientId"] as const) {
    if (session[part] !== origin[part])
      throw new CredentialsMismatchError("The session belongs to another client", part, {
        expected: origin[part],
        received: session[part],
      });
  }
  const { clientId } = settings;
  const { refreshToken } = session;
  if (refreshToken === undefined) throw new SessionEndedError("expired");
  const { idToken, ...answer } = await requestTokens(issuer, clientId, {
    grant: (metadata, options) =>
      refreshTokenGrantRequest(metadata, { client_id: clientId }, None(), refreshToken, {
        ...options,
        additionalParameters: audienceOf(settings),
      }),
    // The issuer may accept the old refresh token only once, so a caller's abort must not lose the new one.
    signal: undefined,
  });
  const identity = idToken === undefined ? undefined : await readIdentity(parts, session, idToken);
  const { scopes, idToken: oldIdToken, claims } = session;
  return {
    ...origin,
    ...(scopes && { scopes }),
    refreshToken,
    ...answer,
    ...(identity ?? { idToken: oldIdToken, claims }),
  };
}

/** `undefined` if the keys can't be loaded: then the old ID token is kept, rather than losing the new refresh token. */
async function readIdentity(
  { settings, issuer, keys }: SignInParts,
  { claims: before }: UserSession,
  idToken: string,
) {
  const { clientId, clockToleranceMs } = settings;
  const expected = { clientId, now: issuer.now(), clockToleranceMs, subject: before.sub };
  try {
    const metadata = await issuer.metadata();
    const claims = await validateIdToken(idToken, { metadata, keys: keys(metadata) }, expected);
    // OpenID Connect Core 1.0, section 12.2: the nonce is optional, but if present it must be the old one.
    if (claims.nonce !== undefined && claims.nonce !== before.nonce) throw new IdTokenError("nonce");
    return { idToken, claims };
  } catch (error) {
    if (error instanceof DiscoveryError) return undefined;
    throw error;
  }
}
