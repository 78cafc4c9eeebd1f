import { CredentialsMismatchError } from "./errors.js";
import { refuseUnknownOptions } from "./read-options.js";
import { browserAddress, type SignInParts } from "./sign-in-parts.js";
import type { Tokens } from "./tokens.js";

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
export async function endSessionUrl(
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
