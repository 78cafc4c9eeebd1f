import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";
import { type BodyPace, defaultBodyPace, type ReadStreamOptions } from "../ports/request-body.js";

/** Options of every adapter. */
export interface AdapterOptions {
  /**
   * Called on a mistake that the developer has to fix, such as `BodyAlreadyParsed`; the request is still answered.
   * Default: a process warning, once per adapter.
   */
  readonly onFault?: ((fault: Error) => void) | undefined;
}

/** Returns a function that reports mistakes as the options say. */
export function faultReporter({ onFault }: AdapterOptions): (fault: Error) => void {
  if (onFault !== undefined) return onFault;
  let told = false;
  return (fault) => {
    if (told) return;
    told = true;
    process.emitWarning(fault);
  };
}

/** An adapter or a server was given an unknown option or an invalid value. */
export class AdapterMisconfigured extends OipkitError {
  readonly code = "adapter-misconfigured";
}

/** Throws `AdapterMisconfigured` for the first unknown option. */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const problem = unknownOption(options, known);
  if (problem !== undefined) throw new AdapterMisconfigured(problem);
}

/**
 * The options named in `defaults`, with its values for those left out. Throws `AdapterMisconfigured` for a value that
 * isn't a positive integer.
 */
export function positiveIntegers<Defaults extends object>(options: object, defaults: Defaults): Defaults {
  const given = options as Readonly<Record<string, unknown>>;
  const values = Object.entries(defaults).map(([name, value]) => [name, given[name] ?? value] as const);
  for (const [name, value] of values) {
    if (Number.isSafeInteger(value) && Number(value) > 0) continue;
    throw new AdapterMisconfigured(`\`${name}\` must be a positive integer, not ${String(value)}`);
  }
  return Object.fromEntries(values) as Defaults;
}

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

/**
 * The request's body was read before it reached the receiver. The signature covers the raw bytes, which can't be
 * recovered from a parsed body, so nothing can be verified. The answer is "unavailable", so the sender retries:
 * nothing is lost once the order of the handlers is fixed.
 */
export class BodyAlreadyParsed extends OipkitError {
  readonly code = "body-already-parsed";
  /** What the developer has to change. */
  readonly remedy: string;

  constructor(remedy: string) {
    super(
      `the request body was read before it reached the receiver, so its signature can't be verified: ${remedy}`,
    );
    this.remedy = remedy;
  }
}
