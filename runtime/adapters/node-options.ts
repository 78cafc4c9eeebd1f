import type { RequestListener } from "node:http";
import { type AbortReason, type BodyPace, defaultBodyPace } from "../ports/request-body.js";
import {
  type AdapterOptions,
  assertKnownOptions,
  type BodyPaceOptions,
  positiveIntegers,
} from "./adapter.js";

/** Limits of bodies that are still arriving. Each has a default. */
interface BodyLimitOptions extends BodyPaceOptions {
  /** Maximum number of incomplete bodies; a further one takes the place of the slowest. Default: 256. */
  readonly maxUnfinishedBodies?: number | undefined;
  /** Maximum number of bytes that incomplete bodies hold together; beyond it, the slowest is given up. Default: 64 MiB. */
  readonly maxUnfinishedBytes?: number | undefined;
  /** Called for each body that is given up, for metrics. */
  readonly onBodyAborted?: ((reason: AbortReason) => void) | undefined;
}

/** Options of adapters for Node's requests. */
export interface NodeAdapterOptions extends AdapterOptions, BodyLimitOptions {}

/** Every limit of bodies, in the units of `BodyLimitOptions`. */
interface BodyLimits extends BodyPace {
  readonly maxUnfinishedBodies: number;
  readonly maxUnfinishedBytes: number;
}

const defaults: BodyLimits = {
  ...defaultBodyPace,
  maxUnfinishedBodies: 256,
  maxUnfinishedBytes: 64 * 1024 * 1024,
};

/** Every name of `BodyLimitOptions`. */
const bodyLimitNames = [...(Object.keys(defaults) as (keyof BodyLimits)[]), "onBodyAborted", "now"] as const;

/** Every name of `NodeAdapterOptions`. */
const nodeAdapterOptionNames = ["onFault", ...bodyLimitNames] as const;

/** The limits with their defaults. Throws `AdapterMisconfigured` for a value that isn't a positive integer. */
export function bodyLimits(options: BodyLimitOptions): BodyLimits {
  return positiveIntegers(options, defaults);
}

/** Throws `AdapterMisconfigured` for an unknown option, besides those in `more`, and for an invalid limit. */
export function assertNodeOptions(options: NodeAdapterOptions, more: readonly string[] = []): void {
  assertKnownOptions(options, [...more, ...nodeAdapterOptionNames]);
  bodyLimits(options);
}

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

const serverDefaults = {
  maxConcurrent: 256,
  maxConnections: 4096,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
  maxHeaderBytes: 16 * 1024,
};

/** The limits of a server besides those of bodies, in the units of `ReceiverServerOptions`. */
type ServerLimits = Readonly<typeof serverDefaults>;

/** The limits with their defaults. Throws `AdapterMisconfigured` for an unknown option or a value that isn't a positive integer. */
export function serverLimits(options: ReceiverServerOptions): ServerLimits {
  const others = ["path", "others", "onFault", "onRefused", ...bodyLimitNames];
  assertKnownOptions(options, [...others, ...Object.keys(serverDefaults)]);
  bodyLimits(options);
  return positiveIntegers(options, serverDefaults);
}
