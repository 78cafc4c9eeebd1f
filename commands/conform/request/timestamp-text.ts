import { formatInstant, type TimestampUnit } from "@oipkit/runtime/webhook";

/** A time, and how the protocol writes it. */
interface Instant {
  readonly unit: TimestampUnit;
  /** Seconds since 1970. */
  readonly seconds: number;
}

/** Code points of other digits that stand for zero. */
const zeros = { "full-width": 0xff10, arabic: 0x660, devanagari: 0x966 } as const;

/**
 * The text of a template: `{seconds}` is the time as the protocol writes it, `{head}` and `{tail}` its first character and the
 * others, `{hex}`, `{octal}` and `{binary}` the seconds in other digits, `{percent}` and `{entity}` the whole text with its first
 * character encoded, `{full-width}`, `{arabic}` and `{devanagari}` the text in other digits, `{thousands}` with grouping,
 * `{date}` the time in RFC 3339, `{day}`, `{time}` and `{week}` the parts of it and the date by its week, `{comma-time}` the
 * time of day with a comma before its fraction, `{unix}` the seconds, and two hexadecimal digits, such as `{a0}`, one byte. One character of the result is one byte.
 */
export function timestampText(template: string, { unit, seconds }: Instant): string {
  const text = formatInstant(unit, seconds * 1000);
  // Nearly every delivery.
  if (template === "{seconds}") return text;
  const date = formatInstant("iso8601", seconds * 1000);
  const code = text.charCodeAt(0);
  const values: Readonly<Record<string, () => string>> = {
    seconds: () => text,
    head: () => text.slice(0, 1),
    tail: () => text.slice(1),
    hex: () => seconds.toString(16),
    octal: () => seconds.toString(8),
    binary: () => seconds.toString(2),
    percent: () => `%${code.toString(16)}${text.slice(1)}`,
    entity: () => `&#${code};${text.slice(1)}`,
    "full-width": () => otherDigits(text, zeros["full-width"]),
    arabic: () => otherDigits(text, zeros.arabic),
    devanagari: () => otherDigits(text, zeros.devanagari),
    thousands: () => (/^\d+$/.test(text) ? Number(text).toLocaleString("en-US") : text),
    date: () => date,
    day: () => date.slice(0, 10),
    time: () => date.slice(11, -1),
    "comma-time": () => date.slice(11, -1).replace(".", ","),
    week: () => weekDate(seconds),
    unix: () => String(seconds),
  };
  return template
    .split(/(\{[a-z0-9-]+\})/)
    .map((piece) => {
      const [, name = ""] = /^\{([a-z0-9-]+)\}$/.exec(piece) ?? [];
      if (Object.hasOwn(values, name)) return bytes(values[name]?.() ?? "");
      if (/^[0-9a-f]{2}$/.test(name)) return Buffer.from(name, "hex").toString("latin1");
      return bytes(piece);
    })
    .join("");
}

/** Text whose characters are the UTF-8 bytes of another text. */
function bytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function otherDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
}

const daySeconds = 86_400;

/** The day as ISO 8601 writes it by the week of its year, such as `2026-W05-3`. */
function weekDate(seconds: number): string {
  const day = Math.floor(seconds / daySeconds);
  // 1970-01-01 was a Thursday; a week belongs to the year that has its Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  const thursday = new Date((day + 4 - weekday) * daySeconds * 1000);
  const year = thursday.getUTCFullYear();
  const first = Date.UTC(year, 0, 1) / 1000 / daySeconds;
  const week = Math.floor((day + 4 - weekday - first) / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}-${weekday}`;
}
