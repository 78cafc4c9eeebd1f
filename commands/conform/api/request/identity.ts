import { UsageError } from "../../../options/option.js";

/** A pair of a header or a query. */
type Pair = readonly [name: string, value: string];

/** Somebody who calls the API, with credentials as headers and in the query. */
export interface ApiIdentity {
  readonly name: string;
  /** Names in lower case. */
  readonly headers: readonly Pair[];
  /** As text, not percent-encoded. Default: none. */
  readonly query?: readonly Pair[];
  /** Whether its credentials were made from those of another identity, and never issued. Default: no. */
  readonly isForged?: boolean;
}

/** As many identities as a run uses. */
const mostIdentities = 3;

/**
 * The identities of `--auth 'alice=Authorization: Bearer x'`, `--auth alice=query:api_key=x` and `--auth alice=basic:user:password`; a name that is
 * given twice has both credentials, and one without a name is `default`. Throws `UsageError`, which never repeats a credential.
 */
export function readIdentities(given: readonly string[]): readonly ApiIdentity[] {
  const found = new Map<string, ApiIdentity>();
  for (const text of given) {
    const { name, credential } = namedCredential(text);
    const own = readCredential(credential);
    if (own === undefined || !isName.test(name))
      throw new UsageError(
        "--auth must be a header, such as --auth 'alice=Authorization: Bearer TOKEN', or alice=query:NAME=VALUE, or alice=basic:USER:PASSWORD",
      );
    const { headers = [], query = [] } = found.get(name) ?? {};
    found.set(name, { name, headers: [...headers, ...own.headers], query: [...query, ...own.query] });
  }
  if (found.size > mostIdentities)
    throw new UsageError(
      `--auth: a run uses at most ${mostIdentities} identities, and these are ${found.size}`,
    );
  return [...found.values()];
}

/** The identity of `--expired 'Authorization: Bearer OLD'`. Throws `UsageError`, which never repeats a credential. */
export function readExpired(text: string): ApiIdentity {
  const own = readCredential(text);
  if (own === undefined)
    throw new UsageError(
      "--expired must be a header, such as --expired 'Authorization: Bearer OLD', or query:NAME=VALUE, or basic:USER:PASSWORD",
    );
  return { name: "expired", ...own };
}

/** The header of `--header 'X-Tenant: acme'`; its name in lower case. Throws `UsageError`. */
export function readSentHeader(text: string): Pair {
  const header = readHeader(text);
  if (header === undefined)
    throw new UsageError("--header must be a name and a value, such as --header 'X-Tenant: acme'");
  const [name] = header;
  if (["content-length", "content-type", "host", "transfer-encoding"].includes(name))
    throw new UsageError(`--header: ${name} depends on the request; remove it`);
  return header;
}

const isName = /^[A-Za-z][\w-]*$/;
const isHeaderName = /^[\w!#$%&'*+.^`|~-]+$/;
const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The parts of `alice=Authorization: Bearer x`; the equals sign of a header's value is behind its colon. */
function namedCredential(text: string): { readonly name: string; readonly credential: string } {
  const colon = text.indexOf(":");
  const equals = text.slice(0, Math.max(colon, 0)).indexOf("=");
  if (equals === -1) return { name: "default", credential: text };
  return { name: text.slice(0, equals), credential: text.slice(equals + 1) };
}

/** A credential as it is sent; `undefined` if the text isn't one. */
function readCredential(
  text: string,
): { readonly headers: readonly Pair[]; readonly query: readonly Pair[] } | undefined {
  if (text.startsWith("query:")) {
    const pair = readPair(text.slice("query:".length), "=");
    return pair && { headers: [], query: [pair] };
  }
  if (text.startsWith("basic:")) {
    const pair = readPair(text.slice("basic:".length), ":");
    if (pair === undefined) return undefined;
    const token = Buffer.from(pair.join(":")).toString("base64");
    return { headers: [["authorization", `Basic ${token}`]], query: [] };
  }
  const header = readHeader(text);
  return header && { headers: [header], query: [] };
}

function readPair(text: string, separator: string): Pair | undefined {
  const at = text.indexOf(separator);
  if (at < 1 || at === text.length - 1) return undefined;
  return [text.slice(0, at), text.slice(at + 1)];
}

function readHeader(text: string): Pair | undefined {
  const colon = text.indexOf(":");
  const name = text.slice(0, Math.max(colon, 0));
  const value = text.slice(colon + 1).trim();
  if (colon === -1 || !isHeaderName.test(name) || !isHeaderValue.test(value)) return undefined;
  return [name.toLowerCase(), value];
}

/** A query with the credentials of an identity. */
export function identifiedTarget(target: string, { query = [] }: Pick<ApiIdentity, "query">): string {
  const [, before = ""] = target.split("?");
  const present = new URLSearchParams(before);
  const pairs = query
    .filter(([name]) => !present.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (pairs.length === 0) return target;
  return `${target}${target.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

/** The parts of an identity's credentials that were issued: what follows a scheme such as `Bearer`, the values of cookies, or else the whole value. */
function issuedParts({ headers, query = [] }: ApiIdentity): readonly string[] {
  const values = headers.flatMap((header) => mappedParts(header, (part) => part).parts);
  return [...values, ...query.map(([, value]) => value)];
}

/** A shorter part of a credential would also be masked where it occurs by chance. */
const leastMasked = 8;

/**
 * The texts that reports must not show: the credentials, the parts of them that tell a secret, and what forged credentials have in common with
 * them.
 */
export function identitySecrets(identity: ApiIdentity): readonly string[] {
  const issued = issuedParts(identity);
  const whole = identity.headers.flatMap(([name, value]) => (name === "cookie" ? [value] : []));
  const near = issued.flatMap((part) => [
    part.slice(0, -1),
    part.toLowerCase(),
    part.toUpperCase(),
    ...password(part),
  ]);
  return [...issued, ...whole, ...near.filter((part) => part.length >= leastMasked)];
}

/** The password in a credential of HTTP Basic. */
function password(token: string): readonly string[] {
  const text = Buffer.from(token, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || Buffer.from(text).toString("base64") !== token) return [];
  return [text.slice(colon + 1)];
}

/** A header with its secret parts changed, and these parts. A scheme and the names of cookies stay. */
function mappedParts(
  [name, value]: Pair,
  change: (part: string) => string,
): { readonly header: Pair; readonly parts: readonly string[] } {
  if (name === "cookie") {
    const pairs = value.split(";").map((pair) => readPair(pair.trim(), "=") ?? (["", pair.trim()] as const));
    const changed = pairs.map(([key, part]) => (key === "" ? change(part) : `${key}=${change(part)}`));
    return { header: [name, changed.join("; ")], parts: pairs.map(([, part]) => part) };
  }
  const [, scheme, token] = /^([\w-]+ +)(\S.*)$/.exec(value) ?? [];
  if (scheme === undefined || token === undefined) return { header: [name, change(value)], parts: [value] };
  return { header: [name, scheme + change(token)], parts: [token] };
}

/** The same identity with credentials that were never issued: each value changed, its scheme kept. */
export function forgedIdentity(identity: ApiIdentity, change: (token: string) => string): ApiIdentity {
  const { name, headers, query = [] } = identity;
  return {
    name: `${name}, forged`,
    headers: headers.map((header) => mappedParts(header, change).header),
    query: query.map(([key, value]) => [key, change(value)]),
    isForged: true,
  };
}

/** A header of an identity as a report shows it. */
export function maskedHeader(header: Pair): Pair {
  return mappedParts(header, () => "***").header;
}

/** The same credentials under another scheme, which none of them were issued for; `undefined` if there is no scheme. */
export function reschemedIdentity({ name, headers }: ApiIdentity): ApiIdentity | undefined {
  const changed = headers.map(([header, value]): Pair => {
    const [, scheme, token] = /^([\w-]+) +(\S.*)$/.exec(value) ?? [];
    if (header !== "authorization" || scheme === undefined || token === undefined) return [header, value];
    return [header, `${/^basic$/i.test(scheme) ? "Bearer" : "Basic"} ${token}`];
  });
  if (changed.every(([, value], index) => value === headers[index]?.[1])) return undefined;
  return { name: `${name}, forged`, headers: changed, isForged: true };
}
