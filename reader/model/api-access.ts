import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import type { HttpOperation, HttpSecurityScheme, HttpServer } from "./model.js";
import { memberText } from "./names.js";

type Security = HttpOperation["security"];

/** The alternatives in the `security` of a document or an operation. */
export function securityAt(holder: unknown): Security {
  const { security } = (holder ?? {}) as { security?: unknown };
  const alternatives = Array.isArray(security) ? (security as Record<string, unknown>[]) : [];
  return alternatives.map((alternative) =>
    Object.entries(alternative ?? {}).map(([scheme, list]) => ({
      scheme,
      scopes: Array.isArray(list) ? list.map(String) : [],
    })),
  );
}

/** Whether an operation declares its security itself. */
export function hasOwnSecurity({ value }: Place): boolean {
  return Array.isArray((value as { security?: unknown }).security);
}

/** The operation's own alternatives, or those of the API's document; an operation of another file has that one's if it declares some. */
export function operationSecurity(document: Document, place: Place): Security {
  if (hasOwnSecurity(place)) return securityAt(place.value);
  const own = securityAt(place.document.value);
  if (own.length > 0) return own;
  return securityAt(document.value);
}

/** The scopes of all alternatives. */
export function requiredScopes(
  contracts: Contracts,
  { document, place }: { readonly document: Document; readonly place: Place },
): string[] {
  const scopes = operationSecurity(document, place)
    .flat()
    .flatMap(({ scheme, scopes: named }) => {
      const found = [place.document, document].map((each) => schemeAt(contracts, each, scheme));
      const type = found.find((each) => each !== undefined)?.type;
      if (type === "oauth2" || type === "openIdConnect") return named;
      return [];
    });
  return [...new Set(scopes)];
}

function schemeAt(
  contracts: Contracts,
  document: Document,
  name: string,
): Record<string, unknown> | undefined {
  const schemes = placeAt(document, ["components", "securitySchemes"]);
  return dereference(contracts, below(schemes, name)).value as Record<string, unknown> | undefined;
}

/** The security schemes of a document. */
export function securitySchemes(contracts: Contracts, document: Document): HttpSecurityScheme[] {
  return childPlaces(placeAt(document, ["components", "securitySchemes"])).map(([name, reference]) => {
    const value = (dereference(contracts, reference).value ?? {}) as Record<string, unknown>;
    const flows = (value.flows ?? {}) as Record<string, { tokenUrl?: unknown } | null>;
    const urls = [flows.clientCredentials, ...Object.values(flows)].flatMap(
      (flow) => memberText(flow?.tokenUrl) ?? [],
    );
    return {
      name,
      type: memberText(value.type) ?? "",
      in: memberText(value.in),
      key: memberText(value.name),
      scheme: memberText(value.scheme),
      tokenUrl: urls[0],
    };
  });
}

/** The servers in a list of them, in its order. A document without servers has none here: OpenAPI's default, `/`, names no host. */
export function serversAt({ value }: Place): HttpServer[] {
  if (!Array.isArray(value)) return [];
  return (value as { url?: unknown; variables?: unknown }[]).flatMap((server) => {
    const url = memberText(server?.url);
    if (url === undefined) return [];
    return [{ url, variables: serverVariables(url, server.variables) }];
  });
}

/** The servers of a whole document. */
export function documentServers(document: Document): HttpServer[] {
  return serversAt(below(placeAt(document, []), "servers"));
}

function serverVariables(url: string, given: unknown): HttpServer["variables"] {
  const declared = (given ?? {}) as Record<string, { default?: unknown; enum?: unknown } | null>;
  const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))];
  const found = names.map((name) => {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const values = Array.isArray(variable?.enum) ? variable.enum.map(String) : undefined;
    const byDefault = variable?.default ?? values?.[0];
    return [
      name,
      { default: byDefault === undefined ? undefined : String(byDefault), enum: values },
    ] as const;
  });
  return Object.fromEntries(found);
}

/**
 * Whether a server can be used without further words: an `http(s)` URL once its variables have their defaults. A host below
 * `.invalid` never resolves (RFC 2606), so a contract that names one wants it to be configured.
 */
export function isUsable({ url, variables }: HttpServer): boolean {
  if (Object.values(variables).some((variable) => variable.default === undefined)) return false;
  const filled = url.replace(/\{([^{}]+)\}/g, (_, name: string) => variables[name]?.default ?? "");
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled)) return false;
  const { hostname, search, hash } = new URL(filled);
  return !/(?:^|\.)invalid$/.test(hostname) && search === "" && hash === "";
}

/** Which server an operation has, if it isn't the API's. */
interface ApiServers {
  readonly api: readonly HttpServer[];
  readonly own: readonly HttpServer[];
  readonly of: (operation: HttpOperation) => string | undefined;
}

/**
 * Tells the API's servers from those of single operations. If the document names no host, and all operations have the
 * same server, that one is the API's.
 */
export function apiServers(
  declared: readonly HttpServer[],
  given: ReadonlyMap<HttpOperation, HttpServer | undefined>,
): ApiServers {
  const called = [...given].filter(([{ kind }]) => kind === "path").map(([, server]) => server);
  const [shared] = called;
  const isShared =
    shared !== undefined && !declared.some(isUsable) && called.every((each) => each?.url === shared.url);
  const api = isShared ? [shared] : declared;
  const of = (operation: HttpOperation): string | undefined => {
    const url = given.get(operation)?.url;
    if (url === api[0]?.url) return undefined;
    return url;
  };
  const servers = [...given].flatMap(([operation, server]) => {
    if (server === undefined || operation.kind !== "path" || of(operation) === undefined) return [];
    return [server];
  });
  return { api, own: [...new Map(servers.map((server) => [server.url, server])).values()], of };
}
