import { UsageError } from "../options/usage.js";

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** A time, or an age such as `30d`, as milliseconds since 1970. Throws `UsageError`. */
export function readBefore(text: string, now: number, flag = "--before"): number {
  const age = /^([0-9]{1,6})([dhm])$/.exec(text);
  if (age !== null) return now - Number(age[1]) * (units[age[2] ?? ""] ?? 0);
  const hasZone = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text);
  const time = hasZone ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${flag} must be a time like 2026-01-31T12:00:00Z, a day like 2026-01-31, or an age like 30d, 12h, 15m`,
    );
  }
  return time;
}
