import { InvalidOptionError, unknownOptionError } from "../errors.js";
import type { HttpClientOptions } from "../http-options.js";
import type {
  ApiDescriptor,
  GivenSecurity,
  SecurityValues,
  ServerDescriptor,
  ServerVariable,
} from "./api-descriptor.js";
import { contractSecurity, inWords } from "./contract-security.js";

/** Options of a generated client: those of every client, and what its contract has defaults or names for. */
export type ApiOptions<Api extends ApiDescriptor> = Omit<
  HttpClientOptions,
  "baseUrl" | "servers" | "credentials" | "authorize"
> &
  Identity<Api> &
  BaseUrl<Api> &
  OperationServers<Api>;

type Identity<Api extends ApiDescriptor> = Api extends { readonly needsSecurity: true }
  ? SecurityOption<Api> | Given<Identities, "credentials"> | Given<Identities, "authorize">
  : Api extends { readonly schemes: object }
    ? Partial<SecurityOption<Api>> & Identities
    : Identities;

type Identities = Pick<HttpClientOptions, "credentials" | "authorize">;

type Given<Options, Name extends keyof Options> = Options & {
  readonly [Key in Name]-?: NonNullable<Options[Key]>;
};

interface SecurityOption<Api extends ApiDescriptor> {
  /** Values for the contract's security schemes; each operation uses its first alternative that has them all. */
  readonly security: SecurityValues<Api>;
}

type BaseUrl<Api extends ApiDescriptor> = Api["servers"] extends readonly []
  ? Pick<HttpClientOptions, "baseUrl">
  : {
      /** Replaces the contract's servers; then the servers of single operations must be named in `servers`, too. */
      readonly baseUrl?: string | URL | undefined;
      /** One of the contract's servers. Default: the first. */
      readonly server?: Api["servers"][number]["url"] | undefined;
      /** Values for the variables in the URLs of the contract's servers. */
      readonly serverVariables?: VariableValues<VariablesOf<Api["servers"][number]>> | undefined;
    };

type OperationServers<Api> = Api extends {
  readonly operationServers: readonly (infer Own extends ServerDescriptor)[];
}
  ? {
      /** Base URLs for operations with a server of their own, by its URL in the contract. */
      readonly servers?: { readonly [Url in Own["url"]]?: string | URL | undefined } | undefined;
    }
  : unknown;

type VariablesOf<Server> = Server extends { readonly variables: infer Variables } ? Variables : never;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type VariableValues<Variables> = {
  readonly [Name in KeysOf<Variables>]?: ValueOf<Variables, Name> | undefined;
};
type ValueOf<Variables, Name extends PropertyKey> = Variables extends {
  readonly [Key in Name]: infer Variable;
}
  ? Variable extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : string
  : never;

/** The options as an untyped program may give them. */
interface GivenOptions extends Omit<HttpClientOptions, "baseUrl"> {
  readonly baseUrl?: string | URL | undefined;
  readonly server?: string | undefined;
  readonly serverVariables?: Readonly<Record<string, string | undefined>> | undefined;
  readonly security?: GivenSecurity | undefined;
}

/**
 * The options for `createHttpClient`, completed from the contract. Throws `InvalidOptionError`.
 *
 * A client whose `baseUrl` isn't one of the contract's servers, such as one for a test server, never calls the contract's
 * servers of single operations by itself.
 */
export function apiOptions<const Api extends ApiDescriptor>(
  options: ApiOptions<Api>,
  api: Api,
): HttpClientOptions {
  const { server, serverVariables = {}, security, ...others } = options as unknown as GivenOptions;
  const values = readVariables(serverVariables, api);
  const chosen = server === undefined ? api.servers[0] : api.servers.find(({ url }) => url === server);
  if (server !== undefined && chosen === undefined)
    throw new InvalidOptionError("server", `must be ${api.servers.map(({ url }) => url).join(" or ")}`);
  for (const [name, value] of Object.entries({
    server,
    serverVariables: (options as unknown as GivenOptions).serverVariables,
  }))
    if (others.baseUrl !== undefined && value !== undefined)
      throw new InvalidOptionError(name, "can't be combined with `baseUrl`; use one of them");
  const own = api.servers.map((each) => serverUrl(each, values));
  const byDefault = chosen && serverUrl(chosen, values);
  // Without one, `createHttpClient` says that it is missing.
  const baseUrl = others.baseUrl ?? byDefault;
  const isContracts = own.length === 0 || own.some((url) => isSame(url, baseUrl));
  const servers = operationServers(api, others.servers, { baseUrl, isContracts, values });
  return {
    ...others,
    ...chooseIdentity(security, others, api),
    baseUrl: baseUrl as string | URL,
    ...(servers && { servers }),
  };
}

function chooseIdentity(
  security: GivenSecurity | undefined,
  { credentials, authorize }: Identities,
  api: ApiDescriptor,
): Identities {
  if (security === undefined) {
    if (credentials === undefined && authorize === undefined && api.needsSecurity)
      throw new InvalidOptionError("security", `is missing; it must have ${inWords(api.alternatives ?? [])}`);
    return {};
  }
  if (credentials !== undefined || authorize !== undefined)
    throw new InvalidOptionError(
      "security",
      "can't be combined with `credentials` or `authorize`; use one of them",
    );
  return { credentials: contractSecurity(security, api) };
}

function readVariables(
  given: Readonly<Record<string, string | undefined>>,
  { servers }: ApiDescriptor,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const known = servers.flatMap(({ variables = {} }) => Object.entries(variables));
  for (const [name, value] of Object.entries(given)) {
    const option = `serverVariables.${name}`;
    const found = known.filter(([key]) => key === name).map(([, variable]) => variable);
    if (found.length === 0)
      throw unknownOptionError(
        option,
        known.map(([key]) => `serverVariables.${key}`),
      );
    if (value === undefined) continue;
    if (typeof value !== "string") throw new InvalidOptionError(option, "must be a string");
    if (!found.some((variable) => isAllowed(variable, value)))
      throw new InvalidOptionError(
        option,
        `must be ${found.flatMap((each) => each.enum ?? []).join(" or ")}`,
      );
    values.set(name, value);
  }
  return values;
}

function isAllowed({ enum: allowed }: ServerVariable, value: string): boolean {
  return allowed === undefined || allowed.includes(value);
}

interface Base {
  readonly baseUrl: string | URL | undefined;
  readonly isContracts: boolean;
  readonly values: ReadonlyMap<string, string>;
}

function operationServers(
  { operationServers: own, path = "" }: ApiDescriptor,
  given: HttpClientOptions["servers"] = {},
  { baseUrl, isContracts, values }: Base,
): HttpClientOptions["servers"] {
  if (own === undefined) return undefined;
  for (const url of Object.keys(given))
    if (!own.some((each) => each.url === url))
      throw unknownOptionError(
        `servers.${url}`,
        own.map((each) => `servers.${each.url}`),
      );
  const entries = own.map((each) => {
    const named = Object.hasOwn(given, each.url) ? given[each.url] : undefined;
    if (named !== undefined) return [each.url, named] as const;
    if (/^(?:\/(?!\/)|$)/.test(each.url)) return [each.url, beside(baseUrl, path, each.url)] as const;
    return [each.url, isContracts && !each.needsUrl ? serverUrl(each, values) : undefined] as const;
  });
  return Object.fromEntries(entries);
}

/** A path on the same host as the API, and below the same prefix if the base URL has one before the API's own path. */
function beside(baseUrl: string | URL | undefined, path: string, url: string): string | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { origin, pathname } = new URL(baseUrl);
  const whole = pathname.replace(/(?<!\/)\/+$/, "");
  const prefix = whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : "";
  return `${origin}${prefix}${url}`;
}

function isSame(url: string, other: string | URL | undefined): boolean {
  const plain = (text: string | URL) => {
    if (URL.canParse(text)) return new URL(text).href.replace(/(?<!\/)\/+$/, "");
    return undefined;
  };
  return other !== undefined && plain(url) === plain(other);
}

/**
 * The URL of a server with the values of its variables, or their defaults. A value in the host can't end it, so that it
 * never leads to a host of its own choice. Throws `InvalidOptionError`.
 */
function serverUrl({ url, variables = {} }: ServerDescriptor, values: ReadonlyMap<string, string>): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string, at: number) => {
    const given = values.get(name);
    if (given === undefined) return Object.hasOwn(variables, name) ? (variables[name]?.default ?? "") : "";
    const before = url.slice(0, at);
    const isScheme = before === "" && url.slice(name.length + 2).startsWith("://");
    if (isScheme && !/^https?$/.test(given))
      throw new InvalidOptionError(`serverVariables.${name}`, "must be http or https");
    const isInHost = /^[^/]*\/\/[^/]*$/.test(before);
    if (isInHost && !/^[\w.-]*(?::\d+)?$/.test(given))
      throw new InvalidOptionError(`serverVariables.${name}`, "must be a part of a host name");
    return given;
  });
}
