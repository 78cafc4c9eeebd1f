import { type Duration, parseDuration } from "../platform/duration.js";

const rfc3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d{2}))[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Reads a time in the form of RFC 3339, with its zone, as milliseconds since 1970; `undefined` if it is none. */
export function readTime(text: string): number | undefined {
  const [, date = "", day = ""] = rfc3339.exec(text) ?? [];
  // `Date` would take 30 February as 2 March.
  if (date === "" || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(text.replace(" ", "T").toUpperCase());
  if (Number.isNaN(time)) return undefined;
  return time;
}

const minute = 60_000;
const units = [7 * 1440 * minute, 1440 * minute, 60 * minute, minute, 1000];

const short = /^(?:(\d{1,5})w)?(?:(\d{1,6})d)?(?:(\d{1,7})h)?(?:(\d{1,9})m)?(?:(\d{1,10})s)?$/;

/**
 * Reads a duration: `45d`, `2h30m`, `1w`, with units from the longest to the shortest (`w`, `d`, `h`, `m` for minutes, `s`), or ISO 8601
 * (`P1M`, `P1Y2M3DT4H`), of whole numbers; `undefined` if it is none.
 */
export function readDuration(text: string): Duration | undefined {
  if (text === "") return undefined;
  const counts = short.exec(text)?.slice(1);
  if (counts === undefined) return parseDuration(text);
  return {
    months: 0,
    milliseconds: counts.reduce((sum, count, at) => sum + Number(count ?? 0) * (units[at] ?? 0), 0),
  };
}
