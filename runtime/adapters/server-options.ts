import type { RequestListener } from "node:http";
import type { AdapterOptions } from "./adapter.js";
import { AdapterMisconfigured, assertKnownOptions } from "./options.js";

/** How a receiver's server protects itself. Times are in milliseconds. */
export interface ReceiverServerOptions extends AdapterOptions {
  /** Path of the endpoint; other paths are answered 404. Default: every path. */
  readonly path?: string | undefined;
  /** Listeners for other paths and everything below them, such as `{ "/healthz": health.listener }`. */
  readonly others?: Readonly<Record<string, RequestListener>> | undefined;
  /** Maximum number of concurrent requests; further ones are rejected with 503. Default: 256. */
  readonly maxConcurrent?: number | undefined;
  /** Called for every rejected request. */
  readonly onRefused?: (() => void) | undefined;
  /** Maximum number of open connections; further ones are closed immediately. Default: 4096. */
  readonly maxConnections?: number | undefined;
  /** Time until the headers are complete; then 408. Default: 10,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Time until the whole request has arrived; then 408. Default: 30,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Time between two chunks of a body. Default: 10,000. */
  readonly bodyIdleTimeoutMs?: number | undefined;
  /** Time between two requests of a connection. Default: 5,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Total size of a request's headers, in bytes; beyond it, 431. Default: 16 KiB. */
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

/** The limits with their defaults. Throws `AdapterMisconfigured` for an unknown option or a value that isn't a positive integer. */
export function serverLimits(options: ReceiverServerOptions): ServerLimits {
  const names = Object.keys(numbers) as (keyof ServerLimits)[];
  assertKnownOptions(options, ["path", "others", "onFault", "onRefused", ...names]);
  const limits = Object.fromEntries(names.map((name) => [name, options[name] ?? numbers[name]]));
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new AdapterMisconfigured(`\`${name}\` must be a positive integer, not ${String(value)}`);
  }
  return limits as ServerLimits;
}
