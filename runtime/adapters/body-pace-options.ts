import { type BodyPace, defaultBodyPace } from "../ports/body-pace.js";
import type { ReadStreamOptions } from "../ports/read-stream.js";
import { positiveIntegers } from "./options.js";

/** How fast a body has to arrive. Each limit has a default. */
export interface BodyPaceOptions {
  /** Time for a whole body, in milliseconds. Default: 15,000. */
  readonly bodyTimeoutMs?: number | undefined;
  /** How long a sender may pause within its body, in milliseconds. Default: 10,000. */
  readonly bodyIdleTimeoutMs?: number | undefined;
  /** Minimum average rate of a body, demanded after its first five seconds. Default: 1024. */
  readonly minBodyBytesPerSecond?: number | undefined;
  /** A clock in milliseconds that never goes back, for the rate of bodies. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Every name of `BodyPaceOptions`. */
export const bodyPaceNames = [...(Object.keys(defaultBodyPace) as (keyof BodyPace)[]), "now"] as const;

/** How a stream is read. Throws `AdapterMisconfigured` for a limit that isn't a positive integer. */
export function readStreamOptions(options: BodyPaceOptions): ReadStreamOptions {
  return { pace: positiveIntegers(options, defaultBodyPace), now: options.now };
}
