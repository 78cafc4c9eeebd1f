import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only part of IPv6 that is given out as global unicast (RFC 4291, section 2.4; IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges of a host that is allowed by name. Link-local addresses, which include metadata services, never are. */
const insideRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal"]);

/**
 * Why a request may not go to an IP address, as a phrase such as `a private address`; `undefined` if it may. Only global unicast addresses are
 * fine, and none that embeds an IPv4 address or names a zone.
 */
export function addressProblem(address: string): string | undefined {
  const range = rangeOf(address);
  return range === "unicast" ? undefined : phraseOf(range);
}

/** The same for a host on the list of allowed ones, which may also be at a loopback or private address. */
export function insideAddressProblem(address: string): string | undefined {
  const range = rangeOf(address);
  return range === "unicast" || insideRanges.has(range) ? undefined : phraseOf(range);
}

function rangeOf(address: string): string {
  // The library also reads shortened, octal and hexadecimal IPv4; nothing that connects should.
  if (isIP(address) === 0) return "invalid";
  if (address.includes("%")) return "zoned";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (parsed.kind() === "ipv4" || range !== "unicast") return range;
  return (parsed as ipaddr.IPv6).match(globalUnicast) ? range : "reserved";
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
};

function phraseOf(range: string): string {
  return phrases[range] ?? "a reserved address";
}
