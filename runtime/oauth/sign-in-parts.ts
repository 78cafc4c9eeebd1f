import type { AuthorizationServer } from "oauth4webapi";
import type { Issuer } from "./discovery.js";
import { DiscoveryError } from "./errors.js";
import { isSafeAddress } from "./issuer-address.js";
import type { IssuerKeys } from "./issuer-keys.js";
import type { SignInSettings } from "./sign-in-options.js";
import type { TokenOrigin } from "./tokens.js";

/** What each step of a sign-in works with. */
export interface SignInParts {
  readonly settings: SignInSettings;
  readonly issuer: Issuer;
  readonly keys: IssuerKeys;
}

/** Where the tokens of a sign-in belong; what wasn't said is left out, as JSON would do. */
export function originOf({ environment, issuer, baseUrl, clientId }: SignInSettings): TokenOrigin {
  return {
    ...(environment === undefined ? {} : { environment }),
    issuer,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    clientId,
  };
}

/** What tokens are to be good for, as request parameters. */
export function audienceOf({ audience, resource }: SignInSettings): Record<string, string> {
  return {
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
  };
}

/** An address that a browser is sent to; undefined where the issuer names none. Throws `DiscoveryError`. */
export function browserAddress(
  metadata: AuthorizationServer,
  endpoint: "authorization_endpoint" | "end_session_endpoint",
): URL | undefined {
  const address: unknown = metadata[endpoint];
  if (address === undefined) return undefined;
  if (typeof address !== "string" || !isSafeAddress(address, metadata.issuer))
    throw new DiscoveryError(metadata.issuer, "configuration", {
      reason: "malformed",
      detail: `\`${endpoint}\``,
    });
  return new URL(address);
}
