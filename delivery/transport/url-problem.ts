import { isIP } from "node:net";
import { addressProblem, insideAddressProblem } from "./address-problem.js";
import { allowedHostList, type IsAllowed, portOf } from "./allowed-hosts.js";

/** Longest URL that is taken, in characters. */
const maxUrlLength = 2048;

/**
 * Why requests may not go to a URL, as a sentence; `undefined` if they may, as far as one can tell without DNS: HTTPS, no credentials, no fragment,
 * no address that isn't public. Any port is fine. Hosts on the list (`host` or `host:port`) may use HTTP and be inside.
 */
export function urlProblem(url: string, allowedHosts: readonly string[] = []): string | undefined {
  const target = readTarget(url, allowedHostList(allowedHosts));
  return target.kind === "refused" ? target.reason : undefined;
}

/** Where to post to, or why not. */
export type Target =
  | { readonly kind: "fine"; readonly origin: string; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Reads a URL. */
export function readTarget(text: string, isAllowed: IsAllowed): Target {
  const refused = (reason: string): Target => ({ kind: "refused", reason });
  if (text.length > maxUrlLength) return refused(`the URL has more than ${maxUrlLength} characters`);
  // What the parser would drop silently.
  if (/[\s\p{Cc}\\]/u.test(text))
    return refused("the URL contains white space, a backslash or a control character");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refused("the URL can't be parsed");
  }
  const { protocol, hostname } = url;
  const allowed = isAllowed(hostname, portOf(url));
  // The parser adds and drops slashes; a kept URL has one spelling.
  const isComplete = /^https?:\/\/[^/]/i.test(text);
  if (!isComplete || (protocol !== "https:" && !(protocol === "http:" && allowed)))
    return refused("the URL doesn't start with https://");
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?]*@/.test(text))
    return refused("the URL contains credentials");
  if (text.includes("#")) return refused("the URL has a fragment");
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(bare) !== 0) {
    const problem = allowed ? insideAddressProblem(bare) : addressProblem(bare);
    if (problem !== undefined) return refused(`the URL's host is ${problem}`);
  } else if (!allowed && /(?:^|\.)localhost\.?$/.test(hostname))
    return refused("the URL's host is this machine");
  return { kind: "fine", origin: url.origin, path: url.pathname + url.search };
}
