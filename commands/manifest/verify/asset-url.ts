import { wellFormed } from "../../../reader/text/well-formed.js";
import { ManifestError } from "../errors.js";

/** Control characters, backslashes, and segments that lead up, however they are written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const forbidden = /[\\\u0000-\u001f\u007f]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** The address that an artifact is served from. Throws `ManifestError` unless it is plain HTTP(S). */
export function baseUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new ManifestError(
      "options-conflict",
      `${given} must be a URL that starts with https:// or http://`,
    );
  if (url.username !== "" || url.password !== "")
    throw new ManifestError("options-conflict", "the URL must not hold a user name or a password");
  if (url.search !== "" || url.hash !== "")
    throw new ManifestError("options-conflict", "the URL must not have a query or a fragment");
  return url;
}

/**
 * The address of an asset: its path appended to that of the base. `undefined` if a browser would take the path for another one or
 * for another server, which no contract should allow.
 */
export function assetUrl(base: URL, path: string): URL | undefined {
  const isPlain =
    path.startsWith("/") && !path.startsWith("//") && !forbidden.test(path) && path === wellFormed(path);
  if (!isPlain) return undefined;
  const prefix = base.pathname.replace(/\/+$/, "");
  const url = new URL(base);
  url.pathname = `${prefix}${path}`;
  return url.origin === base.origin && url.pathname.startsWith(`${prefix}/`) ? url : undefined;
}
