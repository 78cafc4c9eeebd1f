import { type BeginOptions, type BegunSignIn, beginSignIn } from "./begin-sign-in.js";
import { completeSignIn } from "./complete-sign-in.js";
import { createIssuer } from "./discovery.js";
import { type EndSessionOptions, endSessionUrl } from "./end-session-url.js";
import { createIssuerKeys } from "./issuer-keys.js";
import { refreshSession } from "./refresh-session.js";
import { readSignInOptions, type SignInOptions } from "./sign-in-options.js";
import { originOf } from "./sign-in-parts.js";
import type { TokenOrigin, UserSession } from "./tokens.js";
import type { SignInTransaction } from "./transaction.js";

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
    ...originOf(settings),
    begin: (begin = {}) => beginSignIn(parts, begin),
    complete: (callbackUrl, transaction, { signal } = {}) =>
      completeSignIn(parts, { callbackUrl, transaction, signal }),
    refresh: (session) => refreshSession(parts, session),
    endSessionUrl: (end = {}) => endSessionUrl(parts, end),
  };
}
