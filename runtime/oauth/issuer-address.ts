import type { ClientIdentity } from "../http/credentials.js";
import { InvalidOptionError } from "../http/errors.js";
import { isLoopback } from "../http/http-url.js";
import { CredentialsMismatchError } from "./errors.js";

/** Which addresses may be named by an issuer and by its discovery document. */
export interface AddressPolicy {
  readonly issuer: string;
  /** Origins allowed in addition to the issuer's own. */
  readonly endpointOrigins: readonly string[];
  /** Allows plain http on other machines, provided that the issuer itself uses it. */
  readonly allowInsecureHttp: boolean;
}

/** What the user sets of it. */
interface AddressOptions {
  readonly endpointOrigins?: readonly string[] | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Why tokens, secrets and browsers must not be sent to an address that the discovery document names. `insecure`: it is
 * neither https nor http on this machine, or it is http although the issuer is https. `foreign-origin`: its origin is
 * neither the issuer's nor an allowed one. `undefined`: they may.
 */
export function addressProblem(
  address: string,
  { issuer, endpointOrigins, allowInsecureHttp }: AddressPolicy,
): "insecure" | "foreign-origin" | undefined {
  const home = new URL(issuer);
  if (!isSafe(address, allowInsecureHttp)) return "insecure";
  const url = new URL(address);
  if (url.protocol === "http:" && home.protocol !== "http:") return "insecure";
  // An issuer on this machine must not make tokens leave it unprotected.
  if (url.protocol === "http:" && !isLoopback(url) && isLoopback(home)) return "insecure";
  if (url.origin === home.origin || endpointOrigins.includes(url.origin)) return undefined;
  return "foreign-origin";
}

/** Whether an address is https, or http on this machine or where it is allowed. */
function isSafe(address: string, allowInsecureHttp: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "https:" || (url.protocol === "http:" && (allowInsecureHttp || isLoopback(url)));
}

const onlyHttps =
  "must be an https: URL (http: is allowed only for localhost, 127.0.0.1 and [::1], or with `allowInsecureHttp`)";

/** The configured issuer, unchanged: it is compared byte by byte later. OpenID Connect Discovery 1.0, section 3. */
export function readIssuer(value: unknown, allowInsecureHttp: boolean): string {
  if (typeof value !== "string" || !URL.canParse(value))
    throw new InvalidOptionError("issuer", "must be an absolute URL");
  const url = new URL(value);
  if (url.username !== "" || url.password !== "")
    throw new InvalidOptionError("issuer", "must not hold credentials");
  if (/[?#]/.test(value)) throw new InvalidOptionError("issuer", "must not have a query or a fragment");
  if (!isSafe(value, allowInsecureHttp)) throw new InvalidOptionError("issuer", onlyHttps);
  return value;
}

/** The address options with their defaults: no other origin, and https. Throws `InvalidOptionError`. */
export function readAddressOptions(options: AddressOptions): Omit<AddressPolicy, "issuer"> {
  const { allowInsecureHttp = false, endpointOrigins = [] } = options;
  if (typeof allowInsecureHttp !== "boolean")
    throw new InvalidOptionError("allowInsecureHttp", "must be a boolean");
  const isOrigin = (value: unknown): boolean =>
    typeof value === "string" && isSafe(value, allowInsecureHttp) && new URL(value).origin === value;
  if (!Array.isArray(endpointOrigins) || !endpointOrigins.every(isOrigin))
    throw new InvalidOptionError(
      "endpointOrigins",
      "must be a list of origins, such as https://id.example.com",
    );
  return { allowInsecureHttp, endpointOrigins: [...endpointOrigins] };
}

/** What credentials belong to, once they are bound to a client. */
export interface Belonging {
  readonly environment: string | undefined;
  readonly issuer: string;
  readonly baseUrl: string;
}

/** What credentials declare before they are bound to a client. */
interface Declared {
  readonly environment?: string | undefined;
  readonly issuer?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Binds credentials to their first client's environment, issuer and API base, so that no token of one can reach
 * another. Throws `CredentialsMismatchError` if a client differs from it or from the declared values, and
 * `InvalidOptionError` if neither side sets the issuer.
 */
export function createBelonging(declared: Declared): (client: ClientIdentity) => Belonging {
  let first: Belonging | undefined;
  return (client) => {
    const issuer = client.issuer ?? declared.issuer;
    if (issuer === undefined)
      throw new InvalidOptionError("issuer", "is missing: set it on the client or on its credentials");
    const { environment, baseUrl } = client;
    // The declared one has been read already, with the options of its sign-in.
    if (issuer !== declared.issuer) readIssuer(issuer, declared.allowInsecureHttp ?? false);
    const belonging = { environment, issuer, baseUrl };
    for (const part of parts) {
      if (declared[part] !== undefined) compare("These credentials are for", part, [declared, belonging]);
      if (first !== undefined) compare("These credentials already belong to", part, [first, belonging]);
    }
    first ??= belonging;
    return first;
  };
}

const parts = ["environment", "issuer", "baseUrl"] as const;

function compare(
  what: string,
  part: (typeof parts)[number],
  [one, other]: readonly [Declared, Declared],
): void {
  if (one[part] !== other[part])
    throw new CredentialsMismatchError(`${what} another client`, part, {
      expected: one[part],
      received: other[part],
    });
}
