import type { RequestListener } from "node:http";
import type { AdapterOptions } from "./adapter.js";
import { AdapterMisconfigured, assertKnownOptions } from "./options.js";

/** How a receiver's server protects itself. Times are in milliseconds. */
export interface ReceiverServerOptions extends AdapterOptions {
  /** Path of the endpoint; the rest is answered 404. Default: every path. */
  readonly path?: string | undefined;
  /** What answers other paths and all below them, such as `{ "/healthz": health.listener }`. */
  readonly others?: Readonly<Record<string, RequestListener>> | undefined;
  /** Requests answered at once; more are turned away with 503. Default: 256. */
  readonly maxConcurrent?: number | undefined;
  /** Told of every request that was turned away. */
  readonly onRefused?: (() => void) | undefined;
  /** Open connections; more are closed as they come. Default: 4096. */
  readonly maxConnections?: number | undefined;
  /** Until the headers are complete; then 408. Default: 10,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Until the whole request is there; then 408. Default: 30,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Between two pieces of a body. Default: 10,000. */
  readonly bodyIdleTimeoutMs?: number | undefined;
  /** Between two requests of a connection. Default: 5,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Size of a request's headers together, in bytes; then 431. Default: 16 KiB. */
  readonly maxHeaderBytes?: number | undefined;
}

const numbers = {
  maxConcurrent: 256,
  maxConnections: 4096,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  bodyIdleTimeoutMs: 10_000,
  keepAliveTimeoutMs: 5_000,
  maxHeaderBytes: 16 * 1024,
} as const;

/** Every limit of a server, in the units of `ReceiverServerOptions`. */
export type ServerLimits = { readonly [Name in keyof typeof numbers]: number };

/** The limits with their defaults. Throws `AdapterMisconfigured` for what is unknown or no positive whole number. */
export function serverLimits(options: ReceiverServerOptions): ServerLimits {
  const names = Object.keys(numbers) as (keyof ServerLimits)[];
  assertKnownOptions(options, ["path", "others", "onFault", "onRefused", ...names]);
  const limits = Object.fromEntries(names.map((name) => [name, options[name] ?? numbers[name]]));
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new AdapterMisconfigured(`\`${name}\` is a whole number above 0, not ${String(value)}`);
  }
  return limits as ServerLimits;
}
