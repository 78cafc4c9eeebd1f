import type { OutgoingRequest, Transport, TransportResult } from "../ports.js";
import { checkedConnector, type TransportOptions } from "./connector.js";
import { abortGroups, Exchange } from "./exchange.js";
import { type TransportFailure, usualFailure } from "./failure.js";
import { Pools } from "./pools.js";
import { allowedHostList, readTarget, type TransportTarget } from "./url-problem.js";

/** URLs that are kept as they were read; with more, reading begins again. */
const maxTargets = 4096;

/**
 * Posts over HTTP/1.1 on kept connections, one request at a time on each. HTTPS to public addresses only, checked on the address that is connected to, except for
 * `allowedHosts`. Redirects aren't followed, bodies aren't decompressed, and nothing is sent twice: a request on a connection that the
 * server closes at that moment fails with `connection-reset`, since nobody can tell whether it was processed.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const isAllowed = allowedHostList(options.allowedHosts ?? []);
  const { connectTimeoutMs = 5000, userAgent = "oipkit-delivery" } = options;
  const pools = new Pools({
    connect: checkedConnector(options, isAllowed, connectTimeoutMs),
    maxConnectionsPerOrigin: options.maxConnectionsPerOrigin ?? 16,
    maxIdleOrigins: options.maxIdleOrigins ?? 512,
    idleMs: options.idleMs ?? 4000,
  });
  const fixed = { "user-agent": userAgent, "accept-encoding": "identity" };
  const groupFor = abortGroups();
  const targets = new Map<string, TransportTarget>();
  const findTarget = (url: string): TransportTarget => {
    let target = targets.get(url);
    if (target === undefined) {
      target = readTarget(url, isAllowed);
      if (targets.size === maxTargets) targets.clear();
      targets.set(url, target);
    }
    return target;
  };
  return {
    // Not `async`: a promise around the exchange's own would cost three turns more for each request.
    post(request: OutgoingRequest): Promise<TransportResult> {
      const target = findTarget(request.url);
      if (target.kind === "refused") return unsent({ code: "address-refused", reason: target.reason });
      const { signal } = request;
      const entry = signal?.aborted === true ? undefined : pools.take(target.origin);
      if (entry === undefined) return unsent(usualFailure("aborted"));
      const exchange = new Exchange(request, () => pools.release(entry), signal && groupFor(signal));
      const { path } = target;
      // A spread takes ten microseconds: as long as a signature.
      const headers = Object.assign({}, fixed, request.headers);
      entry.pool.dispatch({ path, method: "POST", headers, body: request.body }, exchange);
      return exchange.result;
    },
    close: () => pools.close(),
  };
}

const unsent = (failure: TransportFailure): Promise<TransportResult> =>
  Promise.resolve({ kind: "failed", ...failure, durationMs: 0 });
