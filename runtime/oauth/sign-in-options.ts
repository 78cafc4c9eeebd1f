import { InvalidOptionError } from "../http/errors.js";
import type { Fetch } from "../http/fetch.js";
import { readIssuer } from "./issuer-address.js";
import {
  readBaseUrl,
  readDuration,
  readOptionalText,
  readScopes,
  readText,
  refuseUnknownOptions,
} from "./read-options.js";

/** Options of the sign-in of users. */
export interface SignInOptions {
  /** Exactly as the provider says it, a last slash included. */
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
  /** Where it is said, the session serves a client of this API base only. */
  readonly baseUrl?: string | undefined;
  /** How far the issuer's clock may be from ours, in milliseconds. Default: 30 000. */
  readonly clockToleranceMs?: number | undefined;
  /** Keys of the issuer are read anew for an unknown `kid` at most once in so many milliseconds. Default: 30 000. */
  readonly keysCooldownMs?: number | undefined;
  /** Limit of each request to the issuer, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Fills an array with random bytes. Default: `crypto.getRandomValues`. */
  readonly randomBytes?: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array) | undefined;
}

/** The options with every default in its place. */
export type SignInSettings = ReturnType<typeof readSignInOptions>;

/** Throws `InvalidOptionError`. */
export function readSignInOptions(options: SignInOptions) {
  // People who have a confidential client in mind would pass one: a user identity is a public client.
  if ("clientSecret" in options)
    throw new InvalidOptionError(
      "clientSecret",
      "isn't for a user identity, which is a public client with PKCE",
    );
  const scopes = readScopes("scopes", options.scopes ?? ["openid"]);
  if (!scopes.includes("openid")) throw new InvalidOptionError("scopes", "lacks `openid`");
  const redirectUri = readText("redirectUri", options.redirectUri);
  if (!URL.canParse(redirectUri) || redirectUri.includes("#"))
    throw new InvalidOptionError("redirectUri", "isn't an absolute URL without a fragment");
  const settings = {
    issuer: readIssuer(options.issuer),
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
    // Looked up at each call, so that whoever replaces the global later is heard.
    fetch: options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
    now: options.now ?? Date.now,
    randomBytes: options.randomBytes ?? ((bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)),
  };
  // Every option has its place above.
  refuseUnknownOptions(options, Object.keys(settings));
  return settings;
}
