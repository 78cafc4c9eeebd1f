import { OipkitError } from "../errors.js";

/**
 * Base of the identity errors. None of them holds a token, secret, code, verifier, state or nonce, and none has
 * a `cause`: errors of libraries, `fetch` and stores may hold requests and answers, so they are reduced to plain facts.
 */
export abstract class IdentityError extends OipkitError {}

/**
 * Why the issuer gave nothing usable: no connection; no answer in time; a refusal; an answer that
 * violates the standard; one with more than `maxAnswerBytes`; an address that isn't https; an address of another
 * origin that `endpointOrigins` doesn't name; something unsupported, such as another token type.
 */
export type IssuerFailure =
  | "network"
  | "timeout"
  | "refused"
  | "malformed"
  | "too-large"
  | "insecure"
  | "foreign-origin"
  | "unsupported";

/** The facts about a failed request to the issuer. */
export interface IssuerFacts {
  readonly reason: IssuerFailure;
  /** HTTP status, if an answer arrived. */
  readonly status?: number | undefined;
  /** The OAuth `error` code, such as `invalid_client`; never its description. */
  readonly oauthError?: string | undefined;
  /** The underlying failure, such as `ECONNREFUSED`. */
  readonly detail?: string | undefined;
}

/** The discovery document or the issuer's keys can't be loaded. */
export class DiscoveryError extends IdentityError {
  readonly code = "discovery-failed";
  declare readonly issuer: string;
  declare readonly document: "configuration" | "keys";
  declare readonly reason: IssuerFailure;
  declare readonly status: number | undefined;

  constructor(issuer: string, document: "configuration" | "keys", facts: IssuerFacts) {
    const what = document === "keys" ? "The keys" : "The discovery document";
    super(`${what} of ${issuer} can't be loaded: ${sentence(facts)}`);
    Object.assign(this, { issuer, document, reason: facts.reason, status: facts.status });
  }
}

/** The answer comes from another issuer than the configured one. Issuers are compared byte by byte, including a trailing slash. */
export class IssuerMismatchError extends IdentityError {
  readonly code = "issuer-mismatch";
  declare readonly expected: string;
  declare readonly received: string;

  constructor(place: "discovery document" | "callback", expected: string, received: string) {
    super(`The ${place} names the issuer ${quote(received)}, but ${quote(expected)} is configured`);
    Object.assign(this, { expected, received });
  }
}

/** The token endpoint returned no token. */
export class TokenRequestError extends IdentityError {
  readonly code = "token-request-failed";
  declare readonly issuer: string;
  declare readonly reason: IssuerFailure;
  declare readonly status: number | undefined;
  declare readonly oauthError: string | undefined;

  constructor(issuer: string, facts: IssuerFacts) {
    super(`No token from ${issuer}: ${sentence(facts)}`);
    const { reason, status, oauthError } = facts;
    Object.assign(this, { issuer, reason, status, oauthError });
  }
}

/** What is wrong with an ID token. */
export type IdTokenProblem =
  | "missing"
  | "malformed"
  | "type"
  | "algorithm"
  | "key"
  | "signature"
  | "issuer"
  | "audience"
  | "authorized-party"
  | "expired"
  | "not-yet-valid"
  | "nonce"
  | "authentication-time"
  | "subject"
  | "access-token"
  | "claims";

const idTokenSentences: Readonly<Record<IdTokenProblem, string>> = {
  missing: "the response has none",
  malformed: "it isn't a signed JWT",
  type: "its `typ` says that it is another kind of token",
  algorithm: "its algorithm isn't allowed",
  key: "the issuer has no key for it",
  signature: "its signature is wrong",
  issuer: "its `iss` isn't the configured issuer",
  audience: "its `aud` doesn't name this client",
  "authorized-party": "its `azp` isn't this client",
  expired: "it has expired",
  "not-yet-valid": "it isn't valid yet; check both clocks",
  nonce: "its `nonce` isn't the one of this sign-in",
  "authentication-time": "the user's last authentication is too old, or not stated",
  subject: "its `sub` isn't the user of this session",
  "access-token": "its `at_hash` isn't that of the access token beside it",
  claims: "a required claim is missing or has the wrong type",
};

/** The ID token failed validation, so nobody is signed in. */
export class IdTokenError extends IdentityError {
  readonly code = "id-token-invalid";
  declare readonly reason: IdTokenProblem;

  constructor(reason: IdTokenProblem) {
    super(`The ID token is refused: ${idTokenSentences[reason]}`);
    this.reason = reason;
  }
}

/**
 * Why a sign-in ended: the issuer refused; the callback isn't an authorization answer; the transaction belongs to
 * another sign-in; the issuer doesn't support what is needed.
 */
export type SignInProblem = "refused" | "callback" | "transaction" | "unsupported";

/** The sign-in ended without a session. With `refused`, `oauthError` says why, such as `access_denied`. */
export class SignInError extends IdentityError {
  readonly code = "sign-in-failed";
  declare readonly reason: SignInProblem;
  declare readonly oauthError: string | undefined;

  constructor(reason: SignInProblem, message: string, oauthError?: string) {
    super(message);
    Object.assign(this, { reason, oauthError });
  }
}

/** The callback's `state` isn't the transaction's: it belongs to another sign-in, or was forged. */
export class StateMismatchError extends IdentityError {
  readonly code = "state-mismatch";

  constructor() {
    super("The callback's `state` belongs to another sign-in; start a new one");
  }
}

/** The user has to sign in again: nothing is stored; it expired and can't be renewed; the issuer ended it. */
export class SessionEndedError extends IdentityError {
  readonly code = "session-ended";
  declare readonly reason: "absent" | "expired" | "refused";

  constructor(reason: "absent" | "expired" | "refused") {
    const why = {
      absent: "none is stored",
      expired: "its access token has expired and it has no refresh token",
      refused: "the issuer refused its refresh token",
    };
    super(`The user's session has ended: ${why[reason]}; the user has to sign in again`);
    this.reason = reason;
  }
}

/** Credentials or tokens of one environment, issuer or API base were used with a client of another. Nothing was sent. */
export class CredentialsMismatchError extends IdentityError {
  readonly code = "credentials-mismatch";
  declare readonly part: "environment" | "issuer" | "baseUrl" | "clientId";
  declare readonly expected: string | undefined;
  declare readonly received: string | undefined;

  constructor(
    what: string,
    part: "environment" | "issuer" | "baseUrl" | "clientId",
    { expected, received }: { expected: string | undefined; received: string | undefined },
  ) {
    super(`${what}: \`${part}\` is ${quote(received)}, expected ${quote(expected)}`);
    Object.assign(this, { part, expected, received });
  }
}

/** The token store failed, or holds an invalid entry. */
export class TokenStoreError extends IdentityError {
  readonly code = "token-store-failed";
  declare readonly action: "get" | "set" | "lock" | "read";

  constructor(action: "get" | "set" | "lock" | "read", detail: string) {
    super(`The token store failed in \`${action}\`: ${detail}`);
    this.action = action;
  }
}

function sentence({ reason, status, oauthError, detail }: IssuerFacts): string {
  const facts = [status === undefined ? undefined : `status ${status}`, oauthError, detail].filter(Boolean);
  const words: Readonly<Record<IssuerFailure, string>> = {
    network: "no connection",
    timeout: "no complete response in time",
    refused: "refused",
    malformed: "the response violates the standard",
    "too-large": "the response is too large; `maxAnswerBytes` is the limit",
    insecure: "an address doesn't use https",
    "foreign-origin": "an address has another origin than the issuer; `endpointOrigins` allows it",
    unsupported: "not supported",
  };
  return words[reason] + (facts.length > 0 ? ` (${facts.join(", ")})` : "");
}

function quote(value: string | undefined): string {
  if (value === undefined) return "absent";
  return JSON.stringify(value.slice(0, 300));
}
