import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Longest URL that is taken, in characters. */
const maxUrlLength = 2048;

/**
 * Why requests may not go to a URL, as a sentence; `undefined` if they may, as far as one can tell without DNS: HTTPS, no credentials, no fragment,
 * no address that isn't public. Any port is fine. Hosts on the list (`host` or `host:port`) may use HTTP and be inside.
 */
export function urlProblem(url: string, allowedHosts: readonly string[] = []): string | undefined {
  const target = readTarget(url, allowedHostList(allowedHosts));
  if (target.kind === "refused") return target.reason;
  return undefined;
}

/** Where to post to, or why not. */
export type TransportTarget =
  | { readonly kind: "fine"; readonly origin: string; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Reads a URL. */
export function readTarget(text: string, isAllowed: IsAllowed): TransportTarget {
  const refused = (reason: string): TransportTarget => ({ kind: "refused", reason });
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
  const allowed = isAllowed(hostname, urlPort(url));
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

/** The only part of IPv6 that is given out as global unicast (RFC 4291, section 2.4; IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges of a host that is allowed by name. Link-local addresses, which include metadata services, never are. */
const insideRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal"]);

/**
 * Why a request may not go to an IP address, as a phrase such as `a private address`; `undefined` if it may. Only global unicast addresses are
 * fine, and none that embeds an IPv4 address or names a zone.
 */
export function addressProblem(address: string): string | undefined {
  const range = addressRange(address);
  if (range === "unicast") return undefined;
  return rangePhrase(range);
}

/** The same for a host on the list of allowed ones, which may also be at a loopback or private address. */
export function insideAddressProblem(address: string): string | undefined {
  const range = addressRange(address);
  if (range === "unicast" || insideRanges.has(range)) return undefined;
  return rangePhrase(range);
}

/**
 * Addresses at which clouds serve metadata, name servers and agents to their machines, as their documentation says: Azure (a public range), Equinix
 * Metal (a public range), Alibaba Cloud, Oracle Cloud, AWS (Nitro) and Google Cloud (IPv6). All others are link-local.
 */
const cloudAddresses: ReadonlySet<string> = new Set([
  "168.63.129.16",
  "192.80.8.124",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::23",
  "fd00:ec2::123",
  "fd00:ec2::253",
  "fd00:ec2::254",
  "fd20:ce::254",
]);

function addressRange(address: string): string {
  // The library also reads shortened, octal and hexadecimal IPv4; nothing that connects should.
  if (isIP(address) === 0) return "invalid";
  if (address.includes("%")) return "zoned";
  const parsed = ipaddr.parse(address);
  if (cloudAddresses.has(parsed.toString())) return "cloud";
  const range = parsed.range();
  if (parsed.kind() === "ipv4" || range !== "unicast") return range;
  if ((parsed as ipaddr.IPv6).match(globalUnicast)) return range;
  return "reserved";
}

const phrases: Readonly<Record<string, string>> = {
  invalid: "no IP address",
  zoned: "an address with a zone",
  unspecified: "the unspecified address",
  loopback: "a loopback address",
  private: "a private address",
  uniqueLocal: "a private address",
  linkLocal: "a link-local address",
  multicast: "a multicast address",
  broadcast: "a broadcast address",
  carrierGradeNat: "an address of a provider's network",
  cloud: "an internal address of a cloud",
};

function rangePhrase(range: string): string {
  return phrases[range] ?? "a reserved address";
}

/** Whether a host with a port, both as in a URL, is on the list of allowed ones. */
export type IsAllowed = (hostname: string, port: string) => boolean;

/** Prepares the list. An entry is `host` or `host:port`; IPv6 addresses have brackets. */
export function allowedHostList(hosts: readonly string[]): IsAllowed {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (hostname, port) =>
    allowed.size > 0 && (allowed.has(hostname) || allowed.has(`${hostname}:${port}`));
}

/** The port of a URL, also if it is the scheme's. */
export function urlPort({ protocol, port }: Pick<URL, "protocol" | "port">): string {
  if (port !== "") return port;
  if (protocol === "https:") return "443";
  return "80";
}
