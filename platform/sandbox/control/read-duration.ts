import { type Duration, parseDuration } from "../platform/duration.js";

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
