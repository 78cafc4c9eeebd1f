import { type BeginOptions, type BegunSignIn, beginSignIn, type SignInTransaction } from "./begin-sign-in.js";
import { completeSignIn, refreshSession } from "./complete-sign-in.js";
import { createIssuer } from "./discovery.js";
import { CredentialsMismatchError } from "./errors.js";
import { createIssuerKeys } from "./id-token.js";
import { refuseUnknownOptions } from "./read-options.js";
import {
  browserAddress,
  readSignInOptions,
  type SignInOptions,
  type SignInParts,
  tokenOrigin,
} from "./sign-in-options.js";
import type { TokenOrigin, Tokens, UserSession } from "./tokens.js";

/** The sign-in of one public client. */
export interface SignIn extends TokenOrigin {
  /** Send the user to `url`, and keep `transaction` in the user's session until the callback arrives. */
  begin(options?: BeginOptions): Promise<BegunSignIn>;
  /**
   * Takes the URL that the user returned with (absolute, or as servers see it: `/callback?…`) and returns the session,
   * with a validated ID token. Throws `StateMismatchError`, `IssuerMismatchError`, `SignInError`, `TokenRequestError`,
   * `IdTokenError` and `DiscoveryError`.
   */
  complete(
    callbackUrl: string | URL,
    transaction: SignInTransaction,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<UserSession>;
  /**
   * The same session with new tokens. An issuer that rotates refresh tokens accepts the old one once, so store the new
   * session before anything else; `userCredentials` does. Throws `SessionEndedError`, `CredentialsMismatchError`,
   * `TokenRequestError` (its `oauthError` is `invalid_grant` if the user has to sign in again), `IdTokenError` and
   * `DiscoveryError`.
   */
  refresh(session: UserSession): Promise<UserSession>;
  /** Where to send the user at logout, after the local session is destroyed; `undefined` if the issuer has no such endpoint. */
  endSessionUrl(options?: EndSessionOptions): Promise<string | undefined>;
}

/**
 * The user identity: a public client with Authorization Code and PKCE S256 (RFC 7636), `state` and `nonce`. Nothing is
 * requested before a function is called. Throws `InvalidOptionError`.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const settings = readSignInOptions(options);
  const issuer = createIssuer(settings);
  const keys = createIssuerKeys(issuer, settings.keysCooldownMs);
  const parts = { settings, issuer, keys };
  return {
    ...tokenOrigin(settings),
    begin: (begin = {}) => beginSignIn(parts, begin),
    complete: (callbackUrl, transaction, { signal } = {}) =>
      completeSignIn(parts, { callbackUrl, transaction, signal }),
    refresh: (session) => refreshSession(parts, session),
    endSessionUrl: (end = {}) => endSessionUrl(parts, end),
  };
}

/** Options of one sign-out. */
export interface EndSessionOptions {
  /** The session to end; its ID token identifies it to the issuer, as `id_token_hint`. */
  readonly session?: Pick<Tokens, "issuer" | "idToken"> | undefined;
  /** Where the user returns to; exactly one of the registered logout URLs. */
  readonly postLogoutRedirectUri?: string | undefined;
  /** Returned with the user. */
  readonly state?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** See `SignIn.endSessionUrl`. OpenID Connect RP-Initiated Logout 1.0, section 2. */
async function endSessionUrl(
  { settings, issuer }: SignInParts,
  options: EndSessionOptions,
): Promise<string | undefined> {
  refuseUnknownOptions(options, ["session", "postLogoutRedirectUri", "state", "signal"]);
  const { session, postLogoutRedirectUri, state, signal } = options;
  if (session !== undefined && session.issuer !== settings.issuer)
    throw new CredentialsMismatchError("The session belongs to another client", "issuer", {
      expected: settings.issuer,
      received: session.issuer,
    });
  const url = browserAddress(issuer, await issuer.metadata(signal), "end_session_endpoint");
  if (url === undefined) return undefined;
  const parameters = {
    id_token_hint: session?.idToken,
    client_id: settings.clientId,
    post_logout_redirect_uri: postLogoutRedirectUri,
    state,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
