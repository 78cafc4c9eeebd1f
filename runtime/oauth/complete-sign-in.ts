import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  None,
  validateAuthResponse,
} from "oauth4webapi";
import { readOAuthError } from "./ask-issuer.js";
import { IssuerMismatchError, SignInError, StateMismatchError } from "./errors.js";
import { validateIdToken } from "./id-token.js";
import { requestTokens } from "./request-tokens.js";
import { audienceOf, originOf, type SignInParts } from "./sign-in-parts.js";
import type { UserSession } from "./tokens.js";
import { readTransaction, type SignInTransaction } from "./transaction.js";

/** See `SignIn.complete`. */
export async function completeSignIn(
  { settings, issuer, keys }: SignInParts,
  given: { callbackUrl: string | URL; transaction: SignInTransaction; signal: AbortSignal | undefined },
): Promise<UserSession> {
  const { clientId, redirectUri, clockToleranceMs } = settings;
  const transaction = readTransaction(given.transaction, { ...originOf(settings), redirectUri });
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
        additionalParameters: audienceOf(settings),
      }),
    signal: given.signal,
  });
  const expected = { clientId, now: issuer.now(), clockToleranceMs, nonce, maxAge };
  const claims = await validateIdToken(answer.idToken, { metadata, keys: keys(metadata) }, expected);
  return { ...originOf(settings), ...answer, idToken: answer.idToken ?? "", claims };
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
