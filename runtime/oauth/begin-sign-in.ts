import { base64url } from "jose";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import { InvalidOptionError } from "../http/errors.js";
import { SignInError } from "./errors.js";
import { refuseUnknownOptions } from "./read-options.js";
import { audienceParameters, browserAddress, type SignInParts, tokenOrigin } from "./sign-in-options.js";
import type { TokenOrigin } from "./tokens.js";

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
    ...Object.entries(audienceParameters(settings)),
    ...(maxAge === undefined ? [] : [["max_age", String(maxAge)]]),
  ] as [string, string][];
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  const transaction: SignInTransaction = {
    ...tokenOrigin(settings),
    redirectUri,
    state,
    nonce,
    codeVerifier,
    ...(maxAge !== undefined && { maxAge }),
  };
  return { url: url.href, transaction };
}

/**
 * One sign-in that has begun: plain data that survives JSON. Only the user's own session may know it, so
 * keep it there (not in a URL, not in a readable cookie), and delete it after the callback.
 */
export interface SignInTransaction extends TokenOrigin {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Seconds, if the sign-in asked for a recent authentication. */
  readonly maxAge?: number | undefined;
}

const texts = ["issuer", "clientId", "redirectUri", "state", "nonce", "codeVerifier"] as const;

/** Reads what a session returned. Throws `SignInError` unless it is a transaction of this very sign-in. */
export function readTransaction(
  given: unknown,
  own: Pick<SignInTransaction, "environment" | "issuer" | "baseUrl" | "clientId" | "redirectUri">,
): SignInTransaction {
  const transaction = typeof given === "object" && given !== null ? (given as SignInTransaction) : undefined;
  const isWhole =
    texts.every((name) => typeof transaction?.[name] === "string" && transaction[name] !== "") &&
    (transaction?.maxAge === undefined || typeof transaction.maxAge === "number");
  if (transaction === undefined || !isWhole)
    throw new SignInError("transaction", "The session has no transaction for this sign-in; start a new one");
  for (const part of ["environment", "issuer", "baseUrl", "clientId", "redirectUri"] as const) {
    if (transaction[part] !== own[part])
      throw new SignInError("transaction", `The transaction's \`${part}\` differs from this sign-in's`);
  }
  return transaction;
}

/** Parameters that the sign-in itself sets; a caller may add others. */
const taken = new Set([
  ...["response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "max_age"],
  ...["code_challenge", "code_challenge_method", "audience", "resource", "request", "request_uri"],
]);

/** Throws `InvalidOptionError` if an added parameter would replace one of the sign-in's own. */
function readAddedParameters(given: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.entries(given).map(([name, value]) => {
    if (taken.has(name)) throw new InvalidOptionError(`parameters.${name}`, "is set by the sign-in itself");
    if (typeof value !== "string") throw new InvalidOptionError(`parameters.${name}`, "must be a string");
    return [name, value];
  });
}
