import type { HttpApi, HttpOperation, HttpSecurityScheme } from "../../../reader/model/model.js";

type Security = HttpOperation["security"];

/** The part of an `ApiDescriptor` about security; empty if no operation has any. */
export function apiSecurity(api: HttpApi): object {
  const called = api.operations.filter(({ kind }) => kind === "path");
  const sendable = api.securitySchemes.filter(({ type }) => type !== "mutualTLS");
  const names = new Set(called.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const used = sendable.flatMap((scheme) => {
    const described = schemeDescriptor(scheme);
    return names.has(scheme.name) && described ? [[scheme.name, described] as const] : [];
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
  if (security.length === 0) return hasOwnSecurity ? [] : undefined;
  if (JSON.stringify(own) === JSON.stringify(general)) return undefined;
  const [one = {}] = own;
  const [other = {}] = general;
  const isSameButScopes =
    own.length === 1 &&
    general.length === 1 &&
    scopes.length > 0 &&
    Object.keys(one).length === 1 &&
    Object.keys(one)[0] === Object.keys(other)[0];
  return isSameButScopes ? undefined : own;
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
  if (type === "apiKey")
    return /^(?:header|query|cookie)$/.test(where ?? "") && key
      ? { kind: "apiKey", in: where, name: key }
      : undefined;
  if (type === "oauth2" || type === "openIdConnect") return { kind: "token", tokenUrl };
  if (type !== "http" || scheme === "") return undefined;
  if (scheme.toLowerCase() === "basic") return { kind: "basic" };
  return { kind: "http", scheme: scheme.toLowerCase() === "bearer" ? "Bearer" : scheme };
}
