import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { type AuthorizationServer, customFetch as askedFetch } from "oauth4webapi";
import { askIssuer } from "./ask-issuer.js";
import type { Issuer } from "./discovery.js";
import { DiscoveryError, IdentityError } from "./errors.js";

/** The issuer's signing keys, from a discovery document. */
export type IssuerKeys = (metadata: AuthorizationServer) => JWTVerifyGetKey;

/**
 * Keys are cached for ten minutes. A token with an unknown `kid` causes an immediate reload, since the issuer may
 * have new ones, but at most every `cooldownMs`, so that forged tokens can't cause a flood. Throws `DiscoveryError`.
 */
export function createIssuerKeys(issuer: Issuer, cooldownMs: number): IssuerKeys {
  let held: { address: string; keys: JWTVerifyGetKey } | undefined;
  return (metadata) => {
    const address = metadata.jwks_uri;
    if (address === undefined || !URL.canParse(address))
      throw unusable(issuer, { reason: "malformed", detail: "`jwks_uri` of the discovery document" });
    if (held?.address !== address) held = { address, keys: readFrom(address, issuer, cooldownMs) };
    return held.keys;
  };
}

function readFrom(address: string, issuer: Issuer, cooldownMs: number): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cooldownDuration: cooldownMs,
    // The limit is enforced below.
    timeoutDuration: issuer.timeoutMs + 1000,
    [customFetch]: (url, { headers }) =>
      askIssuer(
        issuer,
        async ({ signal, [askedFetch]: ask }) => {
          const entries = Object.fromEntries(new Headers(headers).entries());
          const facts = {
            method: "GET",
            headers: entries,
            redirect: "manual",
            body: undefined,
            signal,
          } as const;
          const response = await ask(url, facts);
          if (response.status !== 200) throw unusable(issuer, { reason: "refused", status: response.status });
          return response;
        },
        { signal: undefined, failure: (facts) => unusable(issuer, facts) },
      ),
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const aboutTheToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      if (aboutTheToken || error instanceof IdentityError) throw error;
      throw unusable(issuer, { reason: "malformed", detail: "the key set" });
    }
  };
}

function unusable(
  { issuer }: Issuer,
  facts: ConstructorParameters<typeof DiscoveryError>[2],
): DiscoveryError {
  return new DiscoveryError(issuer, "keys", facts);
}
