import type { Protocol, TimestampScheme, TimestampUnit } from "./protocol.js";

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

/** Reads the time of signing in milliseconds since 1970; `undefined` if the text isn't in the protocol's form. */
export function parseInstant(unit: TimestampUnit, text: string): number | undefined {
  if (unit === "iso8601") return parseDateTime(text);
  const number = parseTimestamp(text);
  if (number === undefined || unit === "milliseconds") return number;
  return number * 1000;
}

/** A date and time as RFC 3339 has it: with an offset, and at most nine digits of a second. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

function parseDateTime(text: string): number | undefined {
  if (!dateTime.test(text)) return undefined;
  const instant = Date.parse(text.toUpperCase());
  if (Number.isNaN(instant)) return undefined;
  return instant;
}

/** Writes a time, in milliseconds since 1970, in the protocol's form. */
export function formatInstant(unit: TimestampUnit, now: number): string {
  if (unit === "iso8601") return new Date(now).toISOString();
  return String(unit === "milliseconds" ? Math.floor(now) : Math.floor(now / 1000));
}

/**
 * Whether a time of signing is inside the window, bounds included. If the protocol writes whole seconds, the clock counts
 * in them, too. All times are in milliseconds since 1970.
 */
export function isRecent({ unit, toleranceSeconds }: TimestampScheme, instant: number, now: number): boolean {
  const clock = unit === "seconds" ? Math.floor(now / 1000) * 1000 : now;
  return Math.abs(clock - instant) <= toleranceSeconds * 1000;
}

/** Latest and earliest time that a date can be, in milliseconds from 1970 (ECMA-262, section 21.4.1.1). */
const furthest = 8.64e15;

/**
 * The time at which an event happened, in milliseconds since 1970, from a number or a text; `undefined` if it isn't in the
 * protocol's form. Fractions of a millisecond are dropped.
 */
export function readEventTime(unit: TimestampUnit, value: unknown): number | undefined {
  const time = readTime(unit, value);
  if (time !== undefined && Math.abs(time) <= furthest) return time;
  return undefined;
}

function readTime(unit: TimestampUnit, value: unknown): number | undefined {
  if (typeof value === "string") return parseInstant(unit, value);
  if (typeof value !== "number" || unit === "iso8601") return undefined;
  return Math.floor(unit === "seconds" ? value * 1000 : value);
}

/** What the expiry of a nonce depends on. */
interface NonceExpiryOptions {
  readonly protocol: Pick<Protocol, "timestamp" | "nonce">;
  /** Time of signing in milliseconds since 1970; `undefined` if the protocol has none. */
  readonly signedAt: number | undefined;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Until when a nonce stays reserved, in milliseconds since 1970: at least the retention time,
 * and until its timestamp has left the window, so that the request can't be replayed in between.
 */
export function nonceExpiry({ protocol, signedAt = 0, now }: NonceExpiryOptions): number {
  const leavesWindow = signedAt + ((protocol.timestamp?.toleranceSeconds ?? 0) + 1) * 1000;
  return Math.max(now + (protocol.nonce?.retentionSeconds ?? 0) * 1000, leavesWindow);
}
