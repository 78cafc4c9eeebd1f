import type { Document } from "../documents/document.js";
import { below, type Place, placeAt } from "../documents/place.js";
import type { HttpOperation, HttpServer } from "./model.js";
import { textOf } from "./text.js";

/** The servers in a list of them, in its order. A document without servers has none here: OpenAPI's default, `/`, names no host. */
export function serversAt({ value }: Place): HttpServer[] {
  if (!Array.isArray(value)) return [];
  return (value as { url?: unknown; variables?: unknown }[]).flatMap((server) => {
    const url = textOf(server?.url);
    return url === undefined ? [] : [{ url, variables: variablesOf(url, server.variables) }];
  });
}

/** The servers of a whole document. */
export function documentServers(document: Document): HttpServer[] {
  return serversAt(below(placeAt(document, []), "servers"));
}

function variablesOf(url: string, given: unknown): HttpServer["variables"] {
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
export interface ApiServers {
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
    return url === api[0]?.url ? undefined : url;
  };
  const servers = [...given].flatMap(([operation, server]) =>
    server !== undefined && operation.kind === "path" && of(operation) !== undefined ? [server] : [],
  );
  return { api, own: [...new Map(servers.map((server) => [server.url, server])).values()], of };
}
