/**
 * Seconds since 1970 from a timestamp header (§6.2), or `undefined` unless the text is plain decimal
 * digits: no sign, space, leading zero, fraction or exponent.
 */
export function parseTimestamp(text: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : undefined;
}

export interface WindowOptions {
  /** Unix timestamp of the attempt, in whole seconds. */
  readonly timestamp: number;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
}

/** Whether a timestamp lies inside the window (§6.3(2)), bounds included; the clock counts in whole seconds. */
export function isWithinWindow({ timestamp, now, toleranceSeconds }: WindowOptions): boolean {
  return Math.abs(Math.floor(now / 1000) - timestamp) <= toleranceSeconds;
}
