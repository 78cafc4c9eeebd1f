import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { Fact } from "../part.js";
import { recordOf } from "../record.js";
import { scalarText } from "../scalar-text.js";
import type { Api } from "./api.js";

/** By scheme, the scopes that it must have. Schemes are known by what is sent, so their names in the document don't count. */
export type Alternative = Readonly<Record<string, readonly string[]>>;

/** The ways to be allowed to call an operation, at least one of which must be fulfilled; `[{}]` if nothing is needed. */
export function securityOf({ contracts, root }: Api, operation: Place): Fact {
  const own = below(operation, "security");
  const place = own.value === undefined ? below(root, "security") : own;
  const requirements = Array.isArray(place.value) ? place.value.map(recordOf) : [];
  const alternatives = requirements.map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).map(([name, scopes]) => {
        const scheme = dereference(contracts, below(root, "components", "securitySchemes", name));
        return [signatureOf(scheme.value), Array.isArray(scopes) ? scopes.map(String).sort() : []] as const;
      }),
    ),
  );
  const value = alternatives.length === 0 ? [{}] : alternatives;
  return {
    value: value.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
    ...(place.value === undefined ? {} : { at: place }),
  };
}

/** What of a scheme a client must know, for people. */
export function signatureOf(scheme: unknown): string {
  if (scheme === null || typeof scheme !== "object") return "unknown scheme";
  const {
    type,
    in: location,
    name,
    scheme: http,
    flows,
    openIdConnectUrl,
  } = scheme as Record<string, unknown>;
  switch (type) {
    case "apiKey":
      return `API key in ${scalarText(location)} \`${scalarText(location === "header" ? scalarText(name).toLowerCase() : name)}\``;
    case "http":
      return `HTTP ${scalarText(http).toLowerCase()}`;
    case "oauth2": {
      const endpoints = Object.entries((flows ?? {}) as Record<string, Record<string, unknown> | null>)
        .map(([flow, urls]) =>
          [flow, urls?.authorizationUrl, urls?.tokenUrl].filter(Boolean).map(scalarText).join(" "),
        )
        .sort();
      return `OAuth 2.0 (${endpoints.join(", ")})`;
    }
    case "openIdConnect":
      return `OpenID Connect (${scalarText(openIdConnectUrl)})`;
    default:
      return scalarText(type);
  }
}
