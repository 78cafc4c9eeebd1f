import { UsageError } from "../../../options/option.js";

/** Somebody who calls the API, with credentials as headers. */
export interface ApiIdentity {
  readonly name: string;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** As many identities as a run uses. */
const mostIdentities = 3;

/**
 * The identities of `--auth 'alice=Authorization: Bearer x'`; a name that is given twice has both headers, and one without a name is
 * `default`. Throws `UsageError`, which never repeats a credential.
 */
export function readIdentities(given: readonly string[]): readonly ApiIdentity[] {
  const found = new Map<string, [string, string][]>();
  for (const text of given) {
    const { name, header, value } = readHeader(text);
    if (!isName.test(name) || !isHeaderName.test(header) || !isHeaderValue.test(value))
      throw new UsageError("--auth must be a header, such as --auth 'alice=Authorization: Bearer TOKEN'");
    found.set(name, [...(found.get(name) ?? []), [header.toLowerCase(), value]]);
  }
  if (found.size > mostIdentities)
    throw new UsageError(
      `--auth: a run uses at most ${mostIdentities} identities, and these are ${found.size}`,
    );
  return [...found].map(([name, headers]) => ({ name, headers }));
}

const isName = /^[A-Za-z][\w-]*$/;
const isHeaderName = /^[\w!#$%&'*+.^`|~-]+$/;
const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The parts of `alice=Authorization: Bearer x`, as far as they are there. */
function readHeader(text: string): {
  readonly name: string;
  readonly header: string;
  readonly value: string;
} {
  const colon = text.indexOf(":");
  const before = text.slice(0, Math.max(colon, 0));
  const equals = before.indexOf("=");
  const name = equals === -1 ? "default" : before.slice(0, equals);
  return { name, header: before.slice(equals + 1), value: colon === -1 ? "" : text.slice(colon + 1).trim() };
}

/** The parts of an identity's credentials that reports must not show: what follows a scheme such as `Bearer`, or else the whole value. */
export function identitySecrets({ headers }: ApiIdentity): readonly string[] {
  return headers.flatMap(([, value]) => {
    const [, token] = /^[\w-]+ +(\S.*)$/.exec(value) ?? [];
    return [token ?? value];
  });
}

/** The same identity with credentials that were never issued: each value with another end, its scheme kept. */
export function forgedIdentity(
  { name, headers }: ApiIdentity,
  change: (token: string) => string,
): ApiIdentity {
  return {
    name: `${name}, forged`,
    headers: headers.map(([header, value]) => {
      const [, scheme, token] = /^([\w-]+ +)(\S.*)$/.exec(value) ?? [];
      if (scheme === undefined || token === undefined) return [header, change(value)];
      return [header, scheme + change(token)];
    }),
  };
}

/** The same credentials under another scheme, which none of them were issued for; `undefined` if there is no scheme. */
export function reschemedIdentity({ name, headers }: ApiIdentity): ApiIdentity | undefined {
  const changed = headers.map(([header, value]): readonly [string, string] => {
    const [, scheme, token] = /^([\w-]+) +(\S.*)$/.exec(value) ?? [];
    if (header !== "authorization" || scheme === undefined || token === undefined) return [header, value];
    return [header, `${/^basic$/i.test(scheme) ? "Bearer" : "Basic"} ${token}`];
  });
  if (changed.every(([, value], index) => value === headers[index]?.[1])) return undefined;
  return { name: `${name}, forged`, headers: changed };
}
