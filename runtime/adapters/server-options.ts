import type { RequestListener } from "node:http";
import type { AdapterOptions } from "./adapter.js";
import { type BodyLimitOptions, bodyLimitNames, bodyLimits } from "./node-options.js";
import { assertKnownOptions, positiveIntegers } from "./options.js";

/** How a receiver's server protects itself. Times are in milliseconds. */
export interface ReceiverServerOptions extends AdapterOptions, BodyLimitOptions {
  /** Path of the endpoint; other paths are answered 404. Default: every path. */
  readonly path?: string | undefined;
  /** Listeners for other paths and everything below them, such as `{ "/healthz": health.listener }`. */
  readonly others?: Readonly<Record<string, RequestListener>> | undefined;
  /** Maximum number of requests with a complete body at once; further ones are rejected with 503. Default: 256. */
  readonly maxConcurrent?: number | undefined;
  /** Called for every request that `maxConcurrent` rejects. */
  readonly onRefused?: (() => void) | undefined;
  /** Maximum number of open connections; further ones are closed immediately. Default: 4096. */
  readonly maxConnections?: number | undefined;
  /** Time until the headers are complete; then 408. Default: 10,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Time until the whole request has arrived; then 408. Default: 30,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Time between two requests of a connection. Default: 5,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Total size of a request's headers, in bytes; beyond it, 431. Default: 16 KiB. */
  readonly maxHeaderBytes?: number | undefined;
}

const defaults = {
  maxConcurrent: 256,
  maxConnections: 4096,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
  maxHeaderBytes: 16 * 1024,
};

/** The limits of a server besides those of bodies, in the units of `ReceiverServerOptions`. */
export type ServerLimits = Readonly<typeof defaults>;

/** The limits with their defaults. Throws `AdapterMisconfigured` for an unknown option or a value that isn't a positive integer. */
export function serverLimits(options: ReceiverServerOptions): ServerLimits {
  const others = ["path", "others", "onFault", "onRefused", ...bodyLimitNames];
  assertKnownOptions(options, [...others, ...Object.keys(defaults)]);
  bodyLimits(options);
  return positiveIntegers(options, defaults);
}
