import { BlockList, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressProblem, insideAddressProblem } from "../../../delivery/transport/url-problem.js";

/** Blocks of IANA's special-purpose registries (IPv4 and IPv6) that aren't globally reachable, with multicast and what isn't given out. */
const special =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
::/8 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16
fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(/\s/);
/** Blocks that are reachable, but serve no web server: AS112, AMT. The library refuses them, too. */
const infrastructure = `192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 2620:4f:8000::/48`.split(" ");

function blockMatcher(blocks: readonly string[]): (address: string) => boolean {
  // One list for both would take IPv4 as the end of an IPv6 address.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const [base = "", prefix] = block.split("/");
    const family = isIPv6(base) ? "ipv6" : "ipv4";
    lists[family].addSubnet(base, Number(prefix), family);
  }
  return (address) => {
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    return lists[family].check(address, family);
  };
}

const isSpecial = blockMatcher(special);
const isInfrastructure = blockMatcher(infrastructure);
const isGlobal6 = blockMatcher(["2000::/3"]);
const isFine = (address: string): boolean =>
  !isSpecial(address) && !isInfrastructure(address) && (!isIPv6(address) || isGlobal6(address));

const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join("."));
const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 1, 2, 0xdb8, 0x4f, 0x8000));
const v6 = fc
  .tuple(
    fc.oneof(group, fc.constantFrom(0x64, 0x100, 0x2001, 0x2002, 0x2620, 0x3fff, 0x5f00, 0xfe80, 0xfc00)),
    fc.array(group, { minLength: 7, maxLength: 7 }),
  )
  .map(([first, rest]) => [first, ...rest].map((part) => part.toString(16)).join(":"));
/** Addresses at both ends of each block and next to them. */
const edges4 = special
  .concat(infrastructure)
  .filter((block) => !block.includes(":"))
  .flatMap((block) => {
    const [base = "", prefix] = block.split("/");
    const first = base.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
    const size = 2 ** (32 - Number(prefix));
    return [first - 1, first, first + size - 1, first + size].filter((n) => n >= 0 && n < 2 ** 32);
  })
  .map((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join("."));

describe("addressProblem", () => {
  const agrees = (address: string): void => {
    expect([address, addressProblem(address) === undefined]).toEqual([address, isFine(address)]);
  };

  it("agrees with the registries on IPv4", () => {
    expect(edges4.length).toBeGreaterThan(60);
    for (const address of edges4) agrees(address);
    fc.assert(fc.property(v4, agrees), { numRuns: 2000 });
  });

  it("agrees with the registries on IPv6", () => {
    fc.assert(fc.property(v6, agrees), { numRuns: 2000 });
  });

  it("refuses IPv6 that embeds any IPv4", () => {
    fc.assert(
      fc.property(
        v4,
        fc.constantFrom("::ffff:", "::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"),
        (address, prefix) => {
          expect(addressProblem(prefix + address)).toBeDefined();
        },
      ),
    );
  });

  it.each([
    ["127.0.0.1", "a loopback address"],
    ["::1", "a loopback address"],
    ["169.254.169.254", "a link-local address"],
    ["fd00:ec2::23", "an internal address of a cloud"],
    ["10.1.2.3", "a private address"],
    ["100.64.0.1", "an address of a provider's network"],
    ["168.63.129.16", "an internal address of a cloud"],
    ["192.80.8.124", "an internal address of a cloud"],
    ["100.100.100.200", "an internal address of a cloud"],
    ["fd00:0ec2:0:0::254", "an internal address of a cloud"],
    ["fd20:ce::254", "an internal address of a cloud"],
    ["2002:7f00:1::", "a reserved address"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "a reserved address"],
    ["fe80::1%eth0", "an address with a zone"],
    ["2a00::1%1", "an address with a zone"],
    ["0177.0.0.1", "no IP address"],
    ["2130706433", "no IP address"],
    ["", "no IP address"],
  ])("says that %s is %s", (address, problem) => {
    expect(addressProblem(address)).toBe(problem);
  });
});

it("lets allowed hosts be inside, and nowhere else", () => {
  for (const address of ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "fd00::1", "8.8.8.8"])
    expect(insideAddressProblem(address)).toBeUndefined();
  for (const address of ["169.254.169.254", "fe80::1", "0.0.0.0", "::", "224.0.0.1", "::ffff:127.0.0.1"])
    expect(insideAddressProblem(address)).toBeDefined();
});
