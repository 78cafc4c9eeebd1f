import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { AddressRefused, NameUnresolved } from "./errors.js";
import type { Lookup } from "./options.js";

/**
 * Asks the machine's DNS servers for both families. Node's `dns.lookup` would occupy one of four threads of the whole process for each name
 * whose servers don't answer, so that a few such endpoints could hold up all others.
 */
export function dnsLookup(timeoutMs: number): Lookup {
  const tries = 2;
  return async (hostname) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / tries / 2), tries });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** Asks the machine as any of its programs does, hosts file included. */
export const machineLookup: Lookup = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(error);
    });
  });

/** More addresses than this of one name are left out. */
const maxAddresses = 32;

/**
 * The look-up of a connection: it gets only addresses that were checked, so a second answer of DNS has no chance. A name with one refused address
 * is refused as a whole.
 */
export function checkedLookup(
  lookup: Lookup,
  problemOf: (address: string) => string | undefined,
): LookupFunction {
  return (hostname, options, callback) => {
    const settle = (error: Error | null, addresses: readonly string[]): void => {
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const [first] = found;
      if (error !== null || first === undefined) callback(error ?? new NameUnresolved(), "", 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    };
    Promise.resolve(hostname)
      .then(lookup)
      .then(
        (all) => {
          const problem = all.map(problemOf).find((found) => found !== undefined);
          if (problem === undefined) settle(null, all.slice(0, maxAddresses));
          else settle(new AddressRefused(problem), []);
        },
        () => settle(new NameUnresolved(), []),
      );
  };
}
