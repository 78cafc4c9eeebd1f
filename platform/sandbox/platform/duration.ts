import type { Time } from "./records/common.js";

/** A length of time: calendar months, and then milliseconds. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const day = 86_400_000;
const parts =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** Reads an ISO 8601 duration of whole numbers, such as `P14D` or `PT1H`; `undefined` if it is none. */
export function parseDuration(text: string): Duration | undefined {
  const found = parts.exec(text);
  if (!found || /[PT]$/.test(text)) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number];
  return {
    months: years * 12 + months,
    milliseconds: (weeks * 7 + days) * day + ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
}

/** The time a duration after another, or before it. Months are those of the calendar in UTC; a day that a month lacks is its last. */
export function shifted(time: Time, { months, milliseconds }: Duration, sign: 1 | -1 = 1): Time {
  return monthsAfter(time, sign * months, dayOfMonth(time)) + sign * milliseconds;
}

/** The time a number of calendar months after another, on a day of the month, or on the month's last if it lacks that day. */
export function monthsAfter(time: Time, months: number, day: number): Time {
  const date = new Date(time);
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return date.setUTCMonth(month, Math.min(day, last));
}

/** The day of the month in UTC. */
export const dayOfMonth = (time: Time): number => new Date(time).getUTCDate();

/** A number of days. */
export const days = (count: number): Duration => ({ months: 0, milliseconds: count * day });
