import { type BodyPace, defaultBodyPace } from "../ports/body-pace.js";
import type { AbortReason } from "../ports/request-aborted.js";
import type { AdapterOptions } from "./adapter.js";
import type { BodyPaceOptions } from "./body-pace-options.js";
import { assertKnownOptions, positiveIntegers } from "./options.js";

/** Limits of bodies that are still arriving. Each has a default. */
export interface BodyLimitOptions extends BodyPaceOptions {
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
export interface BodyLimits extends BodyPace {
  readonly maxUnfinishedBodies: number;
  readonly maxUnfinishedBytes: number;
}

const defaults: BodyLimits = {
  ...defaultBodyPace,
  maxUnfinishedBodies: 256,
  maxUnfinishedBytes: 64 * 1024 * 1024,
};

/** Every name of `BodyLimitOptions`. */
export const bodyLimitNames = [
  ...(Object.keys(defaults) as (keyof BodyLimits)[]),
  "onBodyAborted",
  "now",
] as const;

/** Every name of `NodeAdapterOptions`. */
export const nodeAdapterOptionNames = ["onFault", ...bodyLimitNames] as const;

/** The limits with their defaults. Throws `AdapterMisconfigured` for a value that isn't a positive integer. */
export function bodyLimits(options: BodyLimitOptions): BodyLimits {
  return positiveIntegers(options, defaults);
}

/** Throws `AdapterMisconfigured` for an unknown option, besides those in `more`, and for an invalid limit. */
export function assertNodeOptions(options: NodeAdapterOptions, more: readonly string[] = []): void {
  assertKnownOptions(options, [...more, ...nodeAdapterOptionNames]);
  bodyLimits(options);
}
