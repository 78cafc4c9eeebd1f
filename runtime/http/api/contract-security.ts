import type { Authorizer, ClientIdentity, Credentials } from "../credentials.js";
import { InvalidOptionError, MissingCredentialsError, unknownOptionError } from "../errors.js";
import type { OperationDescriptor, SecurityAlternative } from "../operation/operation-descriptor.js";
import { otherPairs } from "../request/build-request.js";
import type { ApiDescriptor, BasicSecret, GivenSecurity, KnownScheme, Secret } from "./api-descriptor.js";

/**
 * Identifies each call by the first of the operation's alternatives whose schemes all have a value. Throws
 * `InvalidOptionError` for an unknown scheme, an invalid value, or if the values make up no alternative of any operation.
 */
export function contractSecurity(values: GivenSecurity, api: ApiDescriptor): Credentials {
  const known = readValues(values, api);
  const { alternatives = [] } = api;
  const isWhole = alternatives.some((names) => names.every((name) => known.has(name)));
  if (alternatives.length > 0 && !isWhole)
    throw new InvalidOptionError("security", `must have ${inWords(alternatives)}`);
  return {
    bind(identity) {
      const issued = new Map<string, Authorizer>();
      for (const { name, scheme, value } of known.values())
        if (isCredentials(value) && scheme.kind === "token")
          issued.set(name, value.bind(tokenIdentity(identity, scheme)));
      return createAuthorizer(api, known, issued);
    },
  };
}

function createAuthorizer(
  api: ApiDescriptor,
  known: ReadonlyMap<string, KnownScheme>,
  issued: ReadonlyMap<string, Authorizer>,
): Authorizer {
  const chosen = (operation: OperationDescriptor): [KnownScheme, readonly string[]][] => {
    const alternatives = operation.security ?? withScopes(api.security ?? [], operation);
    if (alternatives.length === 0) return [];
    const whole = alternatives.filter((each) => Object.keys(each).every((name) => known.has(name)));
    // An empty alternative makes the others optional, wherever it is in the list.
    const found = whole.find((each) => Object.keys(each).length > 0) ?? whole[0];
    if (found === undefined)
      throw new MissingCredentialsError(
        operation.id,
        `\`security\` must have ${inWords(alternatives.map((each) => Object.keys(each)))}`,
      );
    return Object.entries(found).map(([name, scopes]) => [known.get(name) as KnownScheme, scopes]);
  };
  return {
    async authorize(operation, context) {
      const headers = new Headers();
      for (const [{ name, scheme, value }, scopes] of chosen(operation)) {
        const authorizer = issued.get(name);
        if (authorizer) {
          for (const [key, text] of new Headers(
            await authorizer.authorize({ ...operation, scopes }, context),
          ))
            headers.set(key, text);
        } else if (scheme.kind === "basic") headers.set("authorization", await basic(value as BasicSecret));
        else if (scheme.kind === "token") headers.set("authorization", `Bearer ${await read(value)}`);
        else if (scheme.kind === "http")
          headers.set("authorization", `${scheme.scheme} ${await read(value)}`);
        else if (scheme.in === "header") headers.set(scheme.name, await read(value));
        else if (scheme.in === "cookie")
          headers.append("cookie", `${scheme.name}=${cookieText(await read(value))}`);
      }
      const cookie = headers.get("cookie");
      if (cookie !== null) headers.set("cookie", cookie.replaceAll(", ", "; "));
      return headers;
    },
    async address(operation, url) {
      const changed = new URL(url);
      for (const [{ scheme, value }] of chosen(operation)) {
        if (scheme.kind !== "apiKey" || scheme.in !== "query") continue;
        const name = encodeURIComponent(scheme.name);
        const pair = `${name}=${encodeURIComponent(await read(value))}`;
        changed.search = [...otherPairs(changed, [name]), pair].join("&");
      }
      return changed;
    },
    async renew(operation, context) {
      let isRenewed = false;
      for (const [{ name }, scopes] of chosen(operation)) {
        const renewed = await issued.get(name)?.renew?.({ ...operation, scopes }, context);
        isRenewed ||= renewed === true;
      }
      return isRenewed;
    },
  };
}

/** An operation whose only difference from the API is its scopes lists them alone. */
function withScopes(
  alternatives: readonly SecurityAlternative[],
  { scopes }: OperationDescriptor,
): readonly SecurityAlternative[] {
  const [only, ...others] = alternatives;
  const [name, ...more] = Object.keys(only ?? {});
  if (scopes === undefined || others.length > 0 || name === undefined || more.length > 0) return alternatives;
  return [{ [name]: scopes }];
}

function readValues(
  values: GivenSecurity,
  { schemes = {} }: ApiDescriptor,
): ReadonlyMap<string, KnownScheme> {
  const known = new Map<string, KnownScheme>();
  for (const [name, value] of Object.entries(values)) {
    const option = `security.${name}`;
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme === undefined)
      throw unknownOptionError(
        option,
        Object.keys(schemes).map((each) => `security.${each}`),
      );
    if (value === undefined) continue;
    if (scheme.kind === "basic") {
      if (!isBasic(value)) throw new InvalidOptionError(option, "must have a username and a password");
    } else if (!isSecret(value) && !(scheme.kind === "token" && isCredentials(value)))
      throw new InvalidOptionError(option, "must be a secret or a function that reads it");
    known.set(name, { name, scheme, value });
  }
  return known;
}

function tokenIdentity(
  identity: ClientIdentity,
  { tokenUrl }: { readonly tokenUrl?: string },
): ClientIdentity {
  if (tokenUrl === undefined || !URL.canParse(tokenUrl, `${identity.baseUrl}/`)) return identity;
  return { ...identity, tokenUrl: new URL(tokenUrl, `${identity.baseUrl}/`).href };
}

async function basic({ username, password }: BasicSecret): Promise<string> {
  const bytes = new TextEncoder().encode(`${username}:${await read(password)}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

/** As it is if a cookie can hold it (RFC 6265, section 4.1.1); else percent-encoded, like a cookie parameter. */
function cookieText(value: string): string {
  if (/^[!#-+\--:<-[\]-~]*$/.test(value)) return value;
  return encodeURIComponent(value);
}

async function read(value: KnownScheme["value"]): Promise<string> {
  if (typeof value === "function") return await value();
  return String(value);
}

function isSecret(value: unknown): value is Secret {
  return typeof value === "function" || (typeof value === "string" && value !== "");
}

function isBasic(value: unknown): value is BasicSecret {
  const { username, password } = Object(value) as Partial<BasicSecret>;
  // The first colon ends the name (RFC 7617, section 2).
  return typeof username === "string" && !username.includes(":") && (password === "" || isSecret(password));
}

function isCredentials(value: unknown): value is Credentials {
  return typeof value === "object" && value !== null && "bind" in value;
}

/** The schemes of alternatives, for a message. */
export function inWords(alternatives: readonly (readonly string[])[]): string {
  return alternatives.map((names) => names.map((name) => `\`${name}\``).join(" and ")).join(", or ");
}
