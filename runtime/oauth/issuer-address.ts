import { InvalidOptionError } from "../http/errors.js";

/** Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Whether tokens and secrets may be sent to an address: https; plain http only on this machine, and only if the
 * issuer itself is there, so that an https issuer can't redirect anybody to http.
 */
export function isSafeAddress(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol === "https:") return true;
  const home = new URL(issuer);
  return url.protocol === "http:" && isLoopback(url) && home.protocol === "http:" && isLoopback(home);
}

/** The configured issuer, unchanged: it is compared byte by byte later. OpenID Connect Discovery 1.0, section 3. */
export function readIssuer(value: unknown): string {
  if (typeof value !== "string" || !URL.canParse(value))
    throw new InvalidOptionError("issuer", "must be an absolute URL");
  const url = new URL(value);
  if (url.username !== "" || url.password !== "")
    throw new InvalidOptionError("issuer", "must not hold credentials");
  if (/[?#]/.test(value)) throw new InvalidOptionError("issuer", "must not have a query or a fragment");
  if (!isSafeAddress(value, value))
    throw new InvalidOptionError(
      "issuer",
      "must be an https: URL (http: is allowed only for localhost, 127.0.0.1 and [::1])",
    );
  return value;
}
