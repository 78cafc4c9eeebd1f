import type { AuthorizationServer } from "oauth4webapi";
import type { Fetch } from "../http/credentials.js";
import { InvalidOptionError } from "../http/errors.js";
import type { Issuer } from "./discovery.js";
import { DiscoveryError } from "./errors.js";
import type { IssuerKeys } from "./id-token.js";
import { addressProblem, readAddressOptions, readIssuer } from "./issuer-address.js";
import {
  readBaseUrl,
  readByteLimit,
  readDuration,
  readOptionalText,
  readScopes,
  readText,
  refuseUnknownOptions,
} from "./read-options.js";
import type { TokenOrigin } from "./tokens.js";

/** Options of the users' sign-in. */
export interface SignInOptions {
  /** Exactly as the provider spells it, including a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  /** Exactly one of the registered callback URLs. */
  readonly redirectUri: string;
  /** `openid` must be among them. Default: `openid` alone. */
  readonly scopes?: readonly string[] | undefined;
  /** Sent as `audience`. */
  readonly audience?: string | undefined;
  /** Sent as `resource` (RFC 8707): an absolute URI. */
  readonly resource?: string | undefined;
  /** Must equal the environment of the clients that use the session. */
  readonly environment?: string | undefined;
  /** If set, the session can only be used with a client of this API base. */
  readonly baseUrl?: string | undefined;
  /** Accepted difference between the issuer's clock and ours, in milliseconds. Default: 30 000. */
  readonly clockToleranceMs?: number | undefined;
  /** Minimum time between two reloads of the issuer's keys for an unknown `kid`, in milliseconds. Default: 30 000. */
  readonly keysCooldownMs?: number | undefined;
  /** Limit of each request to the issuer, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest answer of the issuer that is read, in bytes after content decoding. Default: 1,048,576 (1 MiB); `Infinity`
   * for no limit.
   */
  readonly maxAnswerBytes?: number | undefined;
  /**
   * Origins that the discovery document may name besides the issuer's own, such as `https://tokens.example.com`: secrets,
   * codes and browsers are sent there, and signing keys are read from there. Default: none.
   */
  readonly endpointOrigins?: readonly string[] | undefined;
  /** Allows an `http:` issuer on another machine, where everyone on the way can read secrets. Default: `false`. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Fills an array with random bytes. Default: `crypto.getRandomValues`. */
  readonly randomBytes?: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array) | undefined;
}

/** The options with all defaults filled in. */
type SignInSettings = ReturnType<typeof readSignInOptions>;

/** Throws `InvalidOptionError`. */
export function readSignInOptions(options: SignInOptions) {
  // Developers used to confidential clients would pass one: a user identity is a public client.
  if ("clientSecret" in options)
    throw new InvalidOptionError(
      "clientSecret",
      "isn't allowed: a user identity is a public client with PKCE",
    );
  const scopes = readScopes("scopes", options.scopes ?? ["openid"]);
  if (!scopes.includes("openid")) throw new InvalidOptionError("scopes", "must include `openid`");
  const redirectUri = readText("redirectUri", options.redirectUri);
  if (!URL.canParse(redirectUri) || redirectUri.includes("#"))
    throw new InvalidOptionError("redirectUri", "must be an absolute URL without a fragment");
  const addresses = readAddressOptions(options);
  const settings = {
    ...addresses,
    issuer: readIssuer(options.issuer, addresses.allowInsecureHttp),
    clientId: readText("clientId", options.clientId),
    redirectUri,
    scopes,
    audience: readOptionalText("audience", options.audience),
    resource: readOptionalText("resource", options.resource),
    environment: readOptionalText("environment", options.environment),
    baseUrl: readBaseUrl(options.baseUrl),
    clockToleranceMs: readDuration("clockToleranceMs", options.clockToleranceMs, 30_000),
    keysCooldownMs: readDuration("keysCooldownMs", options.keysCooldownMs, 30_000),
    timeoutMs: readDuration("timeoutMs", options.timeoutMs, 30_000),
    maxAnswerBytes: readByteLimit("maxAnswerBytes", options.maxAnswerBytes, 1024 ** 2),
    // Looked up at each call, so that a later replacement of the global takes effect.
    fetch: options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
    now: options.now ?? Date.now,
    randomBytes: options.randomBytes ?? ((bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)),
  };
  // Every option is listed above.
  refuseUnknownOptions(options, Object.keys(settings));
  return settings;
}

/** What each step of a sign-in uses. */
export interface SignInParts {
  readonly settings: SignInSettings;
  readonly issuer: Issuer;
  readonly keys: IssuerKeys;
}

/** What the tokens of a sign-in belong to; unset parts are left out, as in JSON. */
export function tokenOrigin({ environment, issuer, baseUrl, clientId }: SignInSettings): TokenOrigin {
  return {
    ...(environment !== undefined && { environment }),
    issuer,
    ...(baseUrl !== undefined && { baseUrl }),
    clientId,
  };
}

/** What tokens should be valid for, as request parameters. */
export function audienceParameters({ audience, resource }: SignInSettings): Record<string, string> {
  return {
    ...(audience !== undefined && { audience }),
    ...(resource !== undefined && { resource }),
  };
}

/** An address to send a browser to; `undefined` if the issuer names none. Throws `DiscoveryError`. */
export function browserAddress(
  issuer: Issuer,
  metadata: AuthorizationServer,
  endpoint: "authorization_endpoint" | "end_session_endpoint",
): URL | undefined {
  const address: unknown = metadata[endpoint];
  if (address === undefined) return undefined;
  const problem = typeof address === "string" ? addressProblem(address, issuer) : "insecure";
  if (typeof address !== "string" || problem !== undefined)
    throw new DiscoveryError(issuer.issuer, "configuration", {
      reason: problem === "foreign-origin" ? problem : "malformed",
      detail: `\`${endpoint}\``,
    });
  return new URL(address);
}
