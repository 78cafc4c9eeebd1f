import { isIP } from "node:net";
import { buildConnector } from "undici";
import { addressProblem, insideAddressProblem } from "./address-problem.js";
import { type IsAllowed, portOf } from "./allowed-hosts.js";
import { AddressRefused } from "./errors.js";
import { checkedLookup, dnsLookup, machineLookup } from "./lookup.js";
import type { TransportOptions } from "./options.js";

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
    { problemOf: addressProblem, lookup: options.lookup ?? dnsLookup(timeoutMs) },
    { problemOf: insideAddressProblem, lookup: options.lookup ?? machineLookup },
  ].map(({ problemOf, lookup }) => ({
    problemOf,
    connect: buildConnector({
      ...common,
      autoSelectFamily: true,
      lookup: checkedLookup(lookup, problemOf),
    } as buildConnector.BuildOptions),
  })) as [Way, Way];
  return (target, callback) => {
    const bracketed = target.hostname.includes(":") ? `[${target.hostname}]` : target.hostname;
    const { problemOf, connect } = isAllowed(bracketed, portOf(target)) ? inside : outside;
    // Node doesn't look up what is an address already.
    const problem = isIP(target.hostname) === 0 ? undefined : problemOf(target.hostname);
    if (problem !== undefined) {
      callback(new AddressRefused(problem), null);
      return;
    }
    connect(target, (...result) => {
      const [error, socket] = result;
      // A connection that was reset at once has no address any more, and fails as such.
      const address = error === null ? socket.remoteAddress : undefined;
      const reached = address === undefined ? undefined : problemOf(address);
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
  readonly problemOf: (address: string) => string | undefined;
  readonly connect: buildConnector.connector;
}
