/** Longest wait that is taken from a header: a year. */
const maxMs = 366 * 24 * 3_600_000;

const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = "\\d\\d:\\d\\d:\\d\\d";

/** The preferred form and the two obsolete ones that a recipient has to accept (RFC 9110, section 5.6.7). */
const imfFixdate = new RegExp(`^${day}, \\d\\d ${month} \\d{4} ${time} GMT$`);
const rfc850 = new RegExp(`^${longDay}, (\\d\\d-${month}-)(\\d\\d)( ${time} GMT)$`);
const asctime = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** An HTTP date in milliseconds since 1970; `undefined` if it isn't one. `now` tells the century of a date with two digits. */
export function parseHttpDate(text: string, now: number): number | undefined {
  let instant = Number.NaN;
  if (imfFixdate.test(text)) instant = Date.parse(text);
  else if (asctime.test(text)) instant = Date.parse(`${text} GMT`);
  else {
    const [, before = "", year = "", after = ""] = rfc850.exec(text) ?? [];
    if (year !== "")
      instant = Date.parse(`${before.replaceAll("-", " ")}${fullYear(Number(year), now)}${after}`);
  }
  return Number.isNaN(instant) ? undefined : instant;
}

/** A year that seems to be more than 50 years ahead is the most recent one in the past with these digits. */
function fullYear(digits: number, now: number): number {
  const present = new Date(now).getUTCFullYear();
  const year = present - (present % 100) + digits;
  return year > present + 50 ? year - 100 : year;
}

/**
 * How long a server asks to wait, in milliseconds from now: seconds, or a date compared with that of the answer if it has one, since the
 * server's clock may be another. From 0 to a year; `undefined` without the header, or if it is malformed.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxMs);
  const instant = parseHttpDate(text, now);
  if (instant === undefined) return undefined;
  const answered = parseHttpDate(headers.date?.trim() ?? "", now) ?? now;
  return Math.min(Math.max(0, instant - answered), maxMs);
}
