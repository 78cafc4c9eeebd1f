import type { TimestampScheme, TimestampUnit } from "./protocol.js";
import { parseTimestamp } from "./timestamp.js";

/** Reads the time of signing in milliseconds since 1970; `undefined` if the text isn't in the protocol's form. */
export function parseInstant(unit: TimestampUnit, text: string): number | undefined {
  if (unit === "iso8601") return parseDateTime(text);
  const number = parseTimestamp(text);
  return number === undefined || unit === "milliseconds" ? number : number * 1000;
}

/** A date and time as RFC 3339 has it: with an offset, and at most nine digits of a second. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

function parseDateTime(text: string): number | undefined {
  if (!dateTime.test(text)) return undefined;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? undefined : instant;
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
