import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  None,
  refreshTokenGrantRequest,
  validateAuthResponse,
} from "oauth4webapi";
import { readOAuthError } from "./ask-issuer.js";
import { readTransaction, type SignInTransaction } from "./begin-sign-in.js";
import {
  CredentialsMismatchError,
  DiscoveryError,
  IdTokenError,
  IssuerMismatchError,
  SessionEndedError,
  SignInError,
  StateMismatchError,
} from "./errors.js";
import { validateIdToken } from "./id-token.js";
import { requestTokens } from "./request-tokens.js";
import { audienceParameters, type SignInParts, tokenOrigin } from "./sign-in-options.js";
import type { UserSession } from "./tokens.js";

/** See `SignIn.complete`. */
export async function completeSignIn(
  { settings, issuer, keys }: SignInParts,
  given: { callbackUrl: string | URL; transaction: SignInTransaction; signal: AbortSignal | undefined },
): Promise<UserSession> {
  const { clientId, redirectUri, clockToleranceMs } = settings;
  const transaction = readTransaction(given.transaction, { ...tokenOrigin(settings), redirectUri });
  if (!URL.canParse(given.callbackUrl, redirectUri)) throw notAnAnswer();
  const { searchParams } = new URL(given.callbackUrl, redirectUri);
  const states = searchParams.getAll("state");
  if (states.length !== 1 || states[0] !== transaction.state) throw new StateMismatchError();

  const metadata = await issuer.metadata(given.signal);
  const callback = readCallback(metadata, { clientId, transaction, searchParams });
  const client = { client_id: clientId };
  const { codeVerifier, nonce, maxAge } = transaction;
  const answer = await requestTokens(issuer, clientId, {
    grant: (metadata, options) =>
      authorizationCodeGrantRequest(metadata, client, None(), callback, redirectUri, codeVerifier, {
        ...options,
        additionalParameters: audienceParameters(settings),
      }),
    signal: given.signal,
  });
  const { accessToken } = answer;
  const expected = { clientId, now: issuer.now(), clockToleranceMs, nonce, maxAge, accessToken };
  const claims = await validateIdToken(answer.idToken, { metadata, keys: keys(metadata) }, expected);
  return { ...tokenOrigin(settings), ...answer, idToken: answer.idToken ?? "", claims };
}

/** Reads the authorization answer: its `iss` (RFC 9207) first, so that an error from another issuer isn't believed either. */
function readCallback(
  metadata: AuthorizationServer,
  {
    clientId,
    transaction,
    searchParams,
  }: {
    clientId: string;
    transaction: SignInTransaction;
    searchParams: URLSearchParams;
  },
): URLSearchParams {
  const iss = searchParams.get("iss");
  if (iss !== null && iss !== metadata.issuer)
    throw new IssuerMismatchError("callback", metadata.issuer, iss);
  try {
    const callback = validateAuthResponse(metadata, { client_id: clientId }, searchParams, transaction.state);
    if (callback.getAll("code").length === 1 && callback.get("code") !== "") return callback;
  } catch (error) {
    // The library's error holds the parameters, including code and state.
    if (error instanceof AuthorizationResponseError) {
      const reason = readOAuthError(error.error);
      throw new SignInError(
        "refused",
        `The issuer refused the sign-in: ${reason ?? "no reason given"}`,
        reason,
      );
    }
  }
  throw notAnAnswer();
}

function notAnAnswer(): SignInError {
  return new SignInError(
    "callback",
    "The callback URL isn't a valid authorization response for this sign-in",
  );
}

/** See `SignIn.refresh`. */
export async function refreshSession(parts: SignInParts, session: UserSession): Promise<UserSession> {
  const { settings, issuer } = parts;
  const origin = tokenOrigin(settings);
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
        additionalParameters: audienceParameters(settings),
      }),
    // The issuer may accept the old refresh token only once, so a caller's abort must not lose the new one.
    signal: undefined,
  });
  const { accessToken } = answer;
  const identity =
    idToken === undefined ? undefined : await readIdentity(parts, session, { idToken, accessToken });
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
  { idToken, accessToken }: { readonly idToken: string; readonly accessToken: string },
) {
  const { clientId, clockToleranceMs } = settings;
  const expected = { clientId, now: issuer.now(), clockToleranceMs, subject: before.sub, accessToken };
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
