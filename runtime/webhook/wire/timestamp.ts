/**
 * Seconds since 1970 from a timestamp header, or `undefined` unless the text is plain decimal
 * digits: no sign, space, leading zero, fraction or exponent.
 */
export function parseTimestamp(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > maxDigits || (length > 1 && text.charCodeAt(0) === zero)) return undefined;
  let seconds = 0;
  for (let index = 0; index < length; index++) {
    const digit = text.charCodeAt(index) - zero;
    if (digit < 0 || digit > 9) return undefined;
    seconds = 10 * seconds + digit;
  }
  return seconds;
}

const zero = 0x30;

/** Any digits, up to the length of a safe integer. */
const maxDigits = 15;

/** A timestamp, and the window that it has to lie in. */
export interface WindowOptions {
  /** Unix timestamp of the attempt, in whole seconds. */
  readonly timestamp: number;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
}

/** Whether a timestamp is inside the window, bounds included; the clock counts in whole seconds. */
export function isWithinWindow({ timestamp, now, toleranceSeconds }: WindowOptions): boolean {
  return Math.abs(Math.floor(now / 1000) - timestamp) <= toleranceSeconds;
}
