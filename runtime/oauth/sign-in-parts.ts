import type { AuthorizationServer } from "oauth4webapi";
import type { Issuer } from "./discovery.js";
import { DiscoveryError } from "./errors.js";
import { addressProblem } from "./issuer-address.js";
import type { IssuerKeys } from "./issuer-keys.js";
import type { SignInSettings } from "./sign-in-options.js";
import type { TokenOrigin } from "./tokens.js";

/** What each step of a sign-in uses. */
export interface SignInParts {
  readonly settings: SignInSettings;
  readonly issuer: Issuer;
  readonly keys: IssuerKeys;
}

/** What the tokens of a sign-in belong to; unset parts are left out, as in JSON. */
export function originOf({ environment, issuer, baseUrl, clientId }: SignInSettings): TokenOrigin {
  return {
    ...(environment === undefined ? {} : { environment }),
    issuer,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    clientId,
  };
}

/** What tokens should be valid for, as request parameters. */
export function audienceOf({ audience, resource }: SignInSettings): Record<string, string> {
  return {
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
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
