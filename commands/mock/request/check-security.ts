import type { HttpSecurityScheme } from "../../../reader/model/model.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockRequest, RequestRefusal } from "../exchange.js";
import { BadEncoding, readCookies, readPairs } from "./styled.js";

/**
 * Why a request may not call an operation: no alternative of its security has all of its credentials. Only their presence
 * and form are checked, not their value.
 */
export function securityRefusal(
  { security, schemes }: MockOperation,
  request: Pick<MockRequest, "headers">,
  query: string,
): RequestRefusal | undefined {
  if (security.length === 0) return undefined;
  const known = new Map(schemes.map((scheme) => [scheme.name, scheme]));
  const isMet = security.some((alternative) =>
    alternative.every(({ scheme }) => {
      const found = known.get(scheme);
      return found === undefined || isPresent(found, request, query);
    }),
  );
  if (isMet) return undefined;
  const alternatives = security.map((each) => each.map(({ scheme }) => `\`${scheme}\``).join(" with "));
  const wanted = [...new Set(security.flat().map(({ scheme }) => scheme))].flatMap(
    (name) => known.get(name) ?? [],
  );
  const how = wanted.map((scheme) => `\`${scheme.name}\` is ${describe(scheme)}`);
  return {
    status: 401,
    code: "credentials-missing",
    detail: `the operation needs ${alternatives.join(" or ")}: ${how.join("; ")}`,
    headers: [...new Set(wanted.map(challenge))].map((value) => ["www-authenticate", value] as const),
  };
}

function isPresent(
  scheme: HttpSecurityScheme,
  { headers }: Pick<MockRequest, "headers">,
  query: string,
): boolean {
  const authorization = headers.authorization ?? "";
  switch (scheme.type) {
    case "apiKey":
      return hasKey(scheme, headers, query);
    case "http":
      if (/^basic$/i.test(scheme.scheme ?? "")) return isBasic(authorization);
      return hasScheme(authorization, scheme.scheme ?? "bearer");
    case "oauth2":
    case "openIdConnect":
      return hasScheme(authorization, "bearer");
    default:
      // A certificate of the client is below HTTP.
      return true;
  }
}

function hasKey(
  { in: where, key = "" }: HttpSecurityScheme,
  headers: MockRequest["headers"],
  query: string,
): boolean {
  if (where === "cookie")
    return readCookies(headers.cookie).some(({ name, raw }) => name === key && raw !== "");
  if (where === "query") return hasQueryKey(query, key);
  const name = key.toLowerCase();
  return Object.hasOwn(headers, name) && headers[name] !== "";
}

function hasQueryKey(query: string, key: string): boolean {
  try {
    return readPairs(query).some(({ name, raw }) => name === key && raw !== "");
  } catch (error) {
    if (error instanceof BadEncoding) return false;
    throw error;
  }
}

function hasScheme(authorization: string, scheme: string): boolean {
  const [given = "", credentials = ""] = authorization.trim().split(/\s+/, 2);
  return given.toLowerCase() === scheme.toLowerCase() && credentials !== "";
}

function isBasic(authorization: string): boolean {
  const [given = "", credentials = ""] = authorization.trim().split(/\s+/, 2);
  return given.toLowerCase() === "basic" && Buffer.from(credentials, "base64").includes(":");
}

function describe({ type, in: where, key = "", scheme = "bearer" }: HttpSecurityScheme): string {
  if (type === "apiKey") return `${where === "query" ? "query parameter" : where} \`${key}\``;
  if (type === "http") return `\`Authorization: ${titleCase(scheme)} …\``;
  return "`Authorization: Bearer …`";
}

/** The challenge of a scheme. That of an API key has no registered name (RFC 9110), so it says where the key belongs. */
function challenge({ type, in: where = "", key = "", scheme = "bearer" }: HttpSecurityScheme): string {
  if (type === "apiKey") return `ApiKey in="${quotable(where)}", name="${quotable(key)}"`;
  const name = type === "http" ? titleCase(scheme) : "Bearer";
  return `${name.replace(/[^\w!#$%&'*+.^`|~-]/g, "") || "Bearer"} realm="mock"`;
}

function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, "");
}

function titleCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}
