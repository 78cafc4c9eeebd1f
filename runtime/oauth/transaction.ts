import { InvalidOptionError } from "../http/errors.js";
import { SignInError } from "./errors.js";
import type { TokenOrigin } from "./tokens.js";

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
export function readAddedParameters(given: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.entries(given).map(([name, value]) => {
    if (taken.has(name)) throw new InvalidOptionError(`parameters.${name}`, "is set by the sign-in itself");
    if (typeof value !== "string") throw new InvalidOptionError(`parameters.${name}`, "must be a string");
    return [name, value];
  });
}
