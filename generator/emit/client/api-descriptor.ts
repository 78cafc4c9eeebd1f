import { isUsable } from "../../../reader/model/api-access.js";
import type { HttpApi, HttpOperation, HttpSecurityScheme, HttpServer } from "../../../reader/model/model.js";

/** The run-time description of an API (`ApiDescriptor` of `@oipkit/runtime/http`); `undefined` if it has nothing to say. */
export function apiDescriptor(api: HttpApi): object | undefined {
  const { servers, operationServers } = api;
  const usable = servers.filter(isUsable);
  const security = apiSecurity(api);
  if (usable.length === 0 && operationServers.length === 0 && Object.keys(security).length === 0)
    return undefined;
  return {
    servers: usable.map(serverDescriptor),
    ...security,
    ...(operationServers.length > 0 && {
      path: serverPath(servers),
      operationServers: operationServers.map((server) => ({
        ...serverDescriptor(server),
        needsUrl: isUsable(server) || isPath(server.url) ? undefined : true,
      })),
    }),
  };
}

function serverDescriptor({ url, variables }: HttpServer): object {
  const entries = Object.entries(variables).map(([name, variable]) => [
    name,
    { default: variable.default ?? "", enum: variable.enum },
  ]);
  return { url, variables: entries.length === 0 ? undefined : Object.fromEntries(entries) };
}

function isPath(url: string): boolean {
  return /^(?:\/(?!\/)|$)/.test(url);
}

/** The path of the API's first server, without a trailing slash. */
function serverPath([first]: readonly HttpServer[]): string | undefined {
  if (first === undefined) return undefined;
  const filled = first.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => first.variables[name]?.default ?? "",
  );
  const url = isPath(filled) ? `https://host.invalid${filled}` : filled;
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/(?<!\/)\/+$/, "") : "";
  if (path === "") return undefined;
  return path;
}

type Security = HttpOperation["security"];

/** The part of an `ApiDescriptor` about security; empty if no operation has any. */
function apiSecurity(api: HttpApi): object {
  const called = api.operations.filter(({ kind }) => kind === "path");
  const sendable = api.securitySchemes.filter(({ type }) => type !== "mutualTLS");
  const names = new Set(called.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const used = sendable.flatMap((scheme) => {
    const described = schemeDescriptor(scheme);
    if (names.has(scheme.name) && described) return [[scheme.name, described] as const];
    return [];
  });
  if (used.length === 0) return {};
  const schemes = Object.fromEntries(used);
  const alternatives = called
    .flatMap(({ security }) => security.map((each) => each.map(({ scheme }) => scheme)))
    .map((each) => each.filter((name) => isSent(api, name)))
    .filter((each) => each.length > 0 && each.every((name) => Object.hasOwn(schemes, name)));
  const distinct = [...new Map(alternatives.map((each) => [[...each].sort().join("\0"), each])).values()];
  const isToken = (name: string) => (schemes[name] as { kind: string }).kind === "token";
  const isPublic = ({ security, hasOwnSecurity }: HttpOperation) => security.length === 0 && hasOwnSecurity;
  const secured = called.filter((operation) => !isPublic(operation));
  const needs =
    secured.length > 0 &&
    secured.every(({ security }) => security.length > 0 && security.every((each) => each.length > 0)) &&
    distinct.some((each) => !each.some(isToken));
  return {
    schemes,
    security: api.security.length === 0 ? undefined : api.security.map((each) => alternative(api, each)),
    alternatives: distinct,
    needsSecurity: needs || undefined,
  };
}

/** Whether a client needs `security`, or credentials of another kind. */
export function needsSecurity(api: HttpApi): boolean {
  return (apiSecurity(api) as { needsSecurity?: true }).needsSecurity === true;
}

/** The security of an operation for its descriptor, if it isn't that of the API. */
export function ownSecurity(
  api: HttpApi,
  { security, hasOwnSecurity, scopes }: HttpOperation,
): object[] | undefined {
  const own = security.map((each) => alternative(api, each));
  const general = api.security.map((each) => alternative(api, each));
  if (security.length === 0) {
    if (!hasOwnSecurity) return undefined;
    return [];
  }
  if (JSON.stringify(own) === JSON.stringify(general)) return undefined;
  const [one = {}] = own;
  const [other = {}] = general;
  const isSameButScopes =
    own.length === 1 &&
    general.length === 1 &&
    scopes.length > 0 &&
    Object.keys(one).length === 1 &&
    Object.keys(one)[0] === Object.keys(other)[0];
  if (isSameButScopes) return undefined;
  return own;
}

function alternative(api: HttpApi, requirements: Security[number]): Record<string, readonly string[]> {
  const sent = requirements.filter(({ scheme }) => isSent(api, scheme));
  return Object.fromEntries(sent.map(({ scheme, scopes }) => [scheme, scopes]));
}

/** A client certificate belongs to the connection, so a request has nothing of it. */
function isSent({ securitySchemes }: HttpApi, name: string): boolean {
  return !securitySchemes.some((scheme) => scheme.name === name && scheme.type === "mutualTLS");
}

function schemeDescriptor({
  type,
  in: where,
  key,
  scheme = "",
  tokenUrl,
}: HttpSecurityScheme): object | undefined {
  if (type === "apiKey") {
    if (!/^(?:header|query|cookie)$/.test(where ?? "") || !key) return undefined;
    return { kind: "apiKey", in: where, name: key };
  }
  if (type === "oauth2" || type === "openIdConnect") return { kind: "token", tokenUrl };
  if (type !== "http" || scheme === "") return undefined;
  if (scheme.toLowerCase() === "basic") return { kind: "basic" };
  return { kind: "http", scheme: scheme.toLowerCase() === "bearer" ? "Bearer" : scheme };
}
