import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { SecureContextOptions } from "node:tls";
import { buildConnector } from "undici";
import { AddressRefused, NameUnresolved } from "./failure.js";
import { addressProblem, type IsAllowed, insideAddressProblem, urlPort } from "./url-problem.js";

/** Finds the addresses of a name. Rejects, or resolves to none, if it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Where requests may go, and how many at once. */
export interface TransportOptions {
  /**
   * Hosts (`host` or `host:port`, exactly as in a URL) that may also be reached over plain HTTP and at loopback or private addresses.
   * Default: none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Default: DNS servers of the machine for public names; its whole name service, such as its hosts file, for `allowedHosts`. */
  readonly lookup?: Lookup | undefined;
  /** Connections at once to one origin; further requests wait. Default: 16. */
  readonly maxConnectionsPerOrigin?: number | undefined;
  /** Origins without a request under way whose connections are kept. Default: 512. */
  readonly maxIdleOrigins?: number | undefined;
  /** How long an idle connection is kept, in milliseconds, unless the server announces less. Default: 4 seconds. */
  readonly idleMs?: number | undefined;
  /** How long a look-up, a connection and its TLS handshake may take together, in milliseconds. Default: 5 seconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** Certificates that are trusted instead of Node's own, in PEM. */
  readonly ca?: SecureContextOptions["ca"];
  /** The header `user-agent` of requests without one. Default: `oipkit-delivery`. */
  readonly userAgent?: string | undefined;
}

/** TLS sessions that are kept to resume, over all hosts. */
const maxSessions = 1024;

/** Opens connections, to checked addresses only. */
export function checkedConnector(
  options: TransportOptions,
  isAllowed: IsAllowed,
  timeoutMs: number,
): buildConnector.connector {
  const { ca } = options;
  const common = { timeout: timeoutMs, maxCachedSessions: maxSessions, allowH2: false, ...(ca && { ca }) };
  const [outside, inside] = [
    { findProblem: addressProblem, lookup: options.lookup ?? dnsLookup(timeoutMs) },
    { findProblem: insideAddressProblem, lookup: options.lookup ?? machineLookup },
  ].map(({ findProblem, lookup }) => ({
    findProblem,
    connect: buildConnector({
      ...common,
      autoSelectFamily: true,
      lookup: checkedLookup(lookup, findProblem),
    } as buildConnector.BuildOptions),
  })) as [Way, Way];
  return (target, callback) => {
    const bracketed = target.hostname.includes(":") ? `[${target.hostname}]` : target.hostname;
    const { findProblem, connect } = isAllowed(bracketed, urlPort(target)) ? inside : outside;
    // Node doesn't look up what is an address already.
    const problem = isIP(target.hostname) === 0 ? undefined : findProblem(target.hostname);
    if (problem !== undefined) {
      callback(new AddressRefused(problem), null);
      return;
    }
    connect(target, (...result) => {
      const [error, socket] = result;
      // A connection that was reset at once has no address any more, and fails as such.
      const address = error === null ? socket.remoteAddress : undefined;
      const reached = address === undefined ? undefined : findProblem(address);
      if (error === null && address === undefined) {
        socket.destroy();
        callback(Object.assign(new Error("closed"), { code: "ECONNRESET" }), null);
      } else if (reached === undefined) callback(...result);
      else {
        socket?.destroy();
        callback(new AddressRefused(reached), null);
      }
    });
  };
}

interface Way {
  readonly findProblem: (address: string) => string | undefined;
  readonly connect: buildConnector.connector;
}

/**
 * Asks the machine's DNS servers for both families. Node's `dns.lookup` would occupy one of four threads of the whole process for each name
 * whose servers don't answer, so that a few such endpoints could hold up all others.
 */
function dnsLookup(timeoutMs: number): Lookup {
  const tries = 2;
  return async (hostname) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / tries / 2), tries });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** Asks the machine as any of its programs does, hosts file included. */
const machineLookup: Lookup = (hostname) =>
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
function checkedLookup(lookup: Lookup, findProblem: (address: string) => string | undefined): LookupFunction {
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
          const problem = all.map(findProblem).find((found) => found !== undefined);
          if (problem === undefined) settle(null, all.slice(0, maxAddresses));
          else settle(new AddressRefused(problem), []);
        },
        () => settle(new NameUnresolved(), []),
      );
  };
}
