import type { Contracts } from "../../../reader/documents/contracts.js";
import { methods, type PathItem, pathItemMember } from "../../../reader/documents/openapi/path-items.js";
import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type Fact, scalarText, toRecord } from "../part.js";

/** What the parts of a document are read from. */
export interface VersionedApi {
  readonly contracts: Contracts;
  readonly root: Place;
  /** The operations whose callback is being read. */
  readonly around?: readonly unknown[];
}

/** A method as it is sent: fields of a path item are in lower case, and names in `additionalOperations` are kept. */
export function sentMethod(method: string): string {
  if ([...methods, "query"].includes(method)) return method.toUpperCase();
  return method;
}

/** A path whose parameters have no names, since these aren't sent. */
function pathTemplate(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

/** An operation as it is called, which doesn't depend on the names of its path parameters. */
export function operationKey(method: string, path: string): string {
  return `${sentMethod(method)} ${pathTemplate(path)}`;
}

/** The addresses of an operation: its own servers, those of the path, or those of the document. */
export function operationServers(
  { root }: VersionedApi,
  { operation, item }: { readonly operation: Place; readonly item: PathItem },
): Fact {
  const places = [below(operation, "servers"), pathItemMember(item, "servers"), below(root, "servers")];
  const place = places.find(({ value }) => Array.isArray(value) && value.length > 0);
  if (place === undefined) return { value: ["/"] };
  const urls = (place.value as readonly unknown[]).map(toAddress);
  return { value: [...new Set(urls)].sort(), at: place };
}

/** A URL without the slash at its end; of variables, the values that they may have, or the default. */
function toAddress(server: unknown): string {
  const { url, variables } = toRecord(server);
  const known = toRecord(variables);
  const text = scalarText(url).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(known, name)) return whole;
    const { enum: values, default: usual } = toRecord(known[name]);
    if (Array.isArray(values)) return `{${values.map(scalarText).sort().join("|")}}`;
    return `{${name}=${scalarText(usual)}}`;
  });
  return text.replace(/\/$/, "");
}

/** By scheme, the scopes that it must have. Schemes are known by what is sent, so their names in the document don't count. */
export type SecurityAlternative = Readonly<Record<string, readonly string[]>>;

/** The ways to be allowed to call an operation, at least one of which must be fulfilled; `[{}]` if nothing is needed. */
export function operationSecurity({ contracts, root }: VersionedApi, operation: Place): Fact {
  const own = below(operation, "security");
  const place = own.value === undefined ? below(root, "security") : own;
  const requirements = Array.isArray(place.value) ? place.value.map(toRecord) : [];
  const alternatives = requirements.map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).map(([name, scopes]) => {
        const scheme = dereference(contracts, below(root, "components", "securitySchemes", name));
        return [
          schemeSignature(scheme.value),
          Array.isArray(scopes) ? scopes.map(String).sort() : [],
        ] as const;
      }),
    ),
  );
  const value = alternatives.length === 0 ? [{}] : alternatives;
  return {
    value: value.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
    ...(place.value !== undefined && { at: place }),
  };
}

/** What of a scheme a client must know, for people. */
export function schemeSignature(scheme: unknown): string {
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
