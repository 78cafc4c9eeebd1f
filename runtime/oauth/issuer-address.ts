import { InvalidOptionError } from "../http/errors.js";
import { isLoopback } from "../http/loopback.js";

/** Which addresses may be named by an issuer and by its discovery document. */
export interface AddressPolicy {
  readonly issuer: string;
  /** Origins allowed in addition to the issuer's own. */
  readonly endpointOrigins: readonly string[];
  /** Allows plain http on other machines, provided that the issuer itself uses it. */
  readonly allowInsecureHttp: boolean;
}

/** What the user sets of it. */
export interface AddressOptions {
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
  return url.origin === home.origin || endpointOrigins.includes(url.origin) ? undefined : "foreign-origin";
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
