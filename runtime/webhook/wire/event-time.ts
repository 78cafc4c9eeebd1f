import { parseInstant } from "./instant.js";
import type { TimestampUnit } from "./protocol.js";

/** Latest and earliest time that a date can be, in milliseconds from 1970 (ECMA-262, section 21.4.1.1). */
const furthest = 8.64e15;

/**
 * The time at which an event happened, in milliseconds since 1970, from a number or a text; `undefined` if it isn't in the
 * protocol's form. Fractions of a millisecond are dropped.
 */
export function readEventTime(unit: TimestampUnit, value: unknown): number | undefined {
  const time = timeOf(unit, value);
  return time !== undefined && Math.abs(time) <= furthest ? time : undefined;
}

function timeOf(unit: TimestampUnit, value: unknown): number | undefined {
  if (typeof value === "string") return parseInstant(unit, value);
  if (typeof value !== "number" || unit === "iso8601") return undefined;
  return Math.floor(unit === "seconds" ? value * 1000 : value);
}
