import { base64url } from "jose";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import { InvalidOptionError } from "../http/errors.js";
import { SignInError } from "./errors.js";
import { refuseUnknownOptions } from "./read-options.js";
import { audienceOf, browserAddress, originOf, type SignInParts } from "./sign-in-parts.js";
import { readAddedParameters, type SignInTransaction } from "./transaction.js";

/** Options of one sign-in. */
export interface BeginOptions {
  /** More authorization parameters, such as `prompt`, `login_hint` or `ui_locales`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** The user must have authenticated within this many seconds; also checked in the ID token. */
  readonly maxAge?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A sign-in that has begun and is waiting for its callback. */
export interface BegunSignIn {
  /** The hosted sign-in page: send the user there. */
  readonly url: string;
  /** Keep it in the user's session until the callback arrives. */
  readonly transaction: SignInTransaction;
}

/** See `SignIn.begin`. */
export async function beginSignIn(
  { settings, issuer }: SignInParts,
  options: BeginOptions,
): Promise<BegunSignIn> {
  refuseUnknownOptions(options, ["parameters", "maxAge", "signal"]);
  const { maxAge, signal } = options;
  if (maxAge !== undefined && !(Number.isSafeInteger(maxAge) && maxAge >= 0))
    throw new InvalidOptionError("maxAge", "must be a whole number of seconds, 0 or more");
  const added = readAddedParameters(options.parameters);
  const metadata = await issuer.metadata(signal);
  const methods = metadata.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes("S256"))
    throw new SignInError("unsupported", "The issuer doesn't support PKCE with S256");
  const random = () => base64url.encode(settings.randomBytes(new Uint8Array(32)));
  const [codeVerifier, state, nonce] = [random(), random(), random()];
  const { clientId, redirectUri } = settings;

  const url = browserAddress(issuer, metadata, "authorization_endpoint");
  if (url === undefined) throw new SignInError("unsupported", "The issuer has no authorization endpoint");
  const parameters = [
    ...added,
    ["response_type", "code"],
    ["client_id", clientId],
    ["redirect_uri", redirectUri],
    ["scope", settings.scopes.join(" ")],
    ["state", state],
    ["nonce", nonce],
    ["code_challenge", await calculatePKCECodeChallenge(codeVerifier)],
    ["code_challenge_method", "S256"],
    ...Object.entries(audienceOf(settings)),
    ...(maxAge === undefined ? [] : [["max_age", String(maxAge)]]),
  ] as [string, string][];
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  const transaction: SignInTransaction = {
    ...originOf(settings),
    redirectUri,
    state,
    nonce,
    codeVerifier,
    ...(maxAge === undefined ? {} : { maxAge }),
  };
  return { url: url.href, transaction };
}
