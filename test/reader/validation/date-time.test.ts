import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { support } from "../../../reader/validation/support.js";

const { isDateTime, compareInstants } = support as typeof support & {
  compareInstants(a: string, b: string): number;
};

interface Parts {
  readonly date: readonly [year: number, month: number, day: number];
  readonly time: readonly [hour: number, minute: number, second: number];
  readonly fraction: string;
  /** Minutes east of Greenwich. */
  readonly offset: number;
}

/** RFC 3339, implemented independently of the code under test. */
function parse(text: string): Parts | undefined {
  const match =
    /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/.exec(
      text,
    );
  if (match === null || match[0].length !== text.length) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const zone = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const offset = match[8] === "-" ? -zone : zone;
  const february = new Date(Date.UTC(2000 + (year % 400), 2, 0)).getUTCDate();
  const days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (day < 1 || day > days || hour > 23 || minute > 59) return undefined;
  if (Number(match[9] ?? 0) > 23 || Number(match[10] ?? 0) > 59) return undefined;
  const minuteOfDay = (hour * 60 + minute - offset + 2880) % 1440;
  if (second > 60 || (second === 60 && minuteOfDay !== 23 * 60 + 59)) return undefined;
  return { date: [year, month, day], time: [hour, minute, second], fraction: match[7] ?? "", offset };
}

const two = (value: number) => String(value).padStart(2, "0");
const near = (most: number) =>
  fc.oneof(fc.integer({ min: 0, max: most }), fc.constantFrom(0, 1, most - 1, most));

/** Texts that are date-times or close to one. */
const nearly = fc
  .record({
    year: fc.oneof(
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom(0, 4, 100, 400, 1900, 2000, 2023, 2024, 9999),
    ),
    month: near(13),
    day: fc.oneof(near(32), fc.constantFrom(28, 29, 30, 31)),
    t: fc.constantFrom("T", "T", "T", "t", " ", "_"),
    hour: near(24),
    minute: near(60),
    second: fc.oneof(near(61), fc.constant(60)),
    fraction: fc.constantFrom("", "", ".0", ".5", ".123456789012345678", ".", ",5"),
    zone: fc.oneof(
      fc.constantFrom("Z", "z", "", "+0000", "+00:00", "-00:00", "+24:00", "-23:59", "+00:60", "+1:00"),
      fc
        .tuple(fc.constantFrom("+", "-"), near(23), near(59))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    ),
  })
  .map(({ year, month, day, t, hour, minute, second, fraction, zone }) => {
    const time = `${two(hour)}:${two(minute)}:${two(second)}`;
    return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}${t}${time}${fraction}${zone}`;
  });

describe("isDateTime", () => {
  it.each([
    "2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "0000-02-29T23:59:59Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "2020-01-01t00:00:00z",
    "2020-01-01T00:00:00.1234567890123456789+23:59",
    "2020-01-01T00:00:00-00:00",
    "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.5Z",
    "2017-01-01T00:59:60+01:00",
    "2016-12-31T15:59:60-08:00",
    "2017-01-01T05:29:60+05:30",
    "2020-05-05T23:59:60Z",
  ])("accepts %s", (text) => {
    expect(isDateTime(text)).toBe(true);
  });

  it.each([
    "",
    "2020-01-01",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2020-04-31T00:00:00Z",
    "2020-00-01T00:00:00Z",
    "2020-13-01T00:00:00Z",
    "2020-01-00T00:00:00Z",
    "2020-01-01 00:00:00Z",
    "2020-01-01T00:00:00",
    "2020-01-01T00:00Z",
    "2020-01-01T24:00:00Z",
    "2020-01-01T00:60:00Z",
    "2020-01-01T00:00:61Z",
    "2020-01-01T00:00:60Z",
    "2016-12-31T23:59:60+01:00",
    "2016-12-31T22:59:60Z",
    "2020-01-01T00:00:00.Z",
    "2020-01-01T00:00:00,5Z",
    "2020-01-01T00:00:00+0100",
    "2020-01-01T00:00:00+01",
    "2020-01-01T00:00:00+24:00",
    "2020-01-01T00:00:00+00:60",
    "2020-01-01T00:00:00ZZ",
    "2020-01-01T00:00:00Z ",
    " 2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00Z\n",
    "20200101T000000Z",
    "+2020-01-01T00:00:00Z",
    "12020-01-01T00:00:00Z",
    "202x-01-01T00:00:00Z",
    "20x0-01-01T00:00:00Z",
    "2020-01-0xT00:00:00Z",
    "2020-01-01T00:00:0xZ",
    "2020-01-01T00:00:00+0x:00",
    "２020-01-01T00:00:00Z",
    "2020/01/01T00:00:00Z",
  ])("rejects %j", (text) => {
    expect(isDateTime(text)).toBe(false);
  });

  it("agrees with RFC 3339 on texts close to a date-time", () => {
    fc.assert(
      fc.property(nearly, (text) => {
        expect(isDateTime(text)).toBe(parse(text) !== undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it("agrees with RFC 3339 if one character of a date-time is changed", () => {
    const valid = nearly.filter((text) => parse(text) !== undefined);
    fc.assert(
      fc.property(
        valid,
        fc.nat(),
        fc.constantFrom(..."09:;/-+.TtZz x\n", "٣", ""),
        (text, seed, character) => {
          const at = seed % text.length;
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect(isDateTime(changed)).toBe(parse(changed) !== undefined);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("compareInstants", () => {
  const digits = 20;

  /** An exact number of time units since the year 0. A leap second sorts between its minute and the next. */
  function instant(text: string): bigint {
    const { date, time, fraction, offset } = parse(text) as Parts;
    const [year, month, day] = date;
    let days = 0n;
    for (let each = 0; each < year; each++)
      days += each % 4 === 0 && (each % 100 !== 0 || each % 400 === 0) ? 366n : 365n;
    for (let each = 1; each < month; each++)
      days += BigInt(new Date(Date.UTC(2000 + (year % 400), each, 0)).getUTCDate());
    const minutes = (days + BigInt(day)) * 1440n + BigInt(time[0] * 60 + time[1] - offset);
    const fine = 10n ** BigInt(digits);
    return (minutes * 61n + BigInt(time[2])) * fine + BigInt(fraction.padEnd(digits, "0"));
  }

  const sign = (value: number | bigint) => Math.sign(Number(value));
  const valid = nearly.filter((text) => parse(text) !== undefined);

  /** The same instant at another offset. */
  function moved(text: string, minutes: number): string {
    const { date, time, fraction } = parse(
      text.replace(/(?:[Zz]|[+-]\d\d:\d\d)$/, "Z").replace(/:60/, ":59"),
    ) as Parts;
    const local = new Date(Date.UTC(2000, 0, 1));
    local.setUTCFullYear(date[0], date[1] - 1, date[2]);
    local.setUTCHours(time[0], time[1] + minutes, time[2]);
    const [day = "", clock = ""] = local.toISOString().split(/[T.]/);
    const zone = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
    return `${day}T${clock}${fraction === "" ? "" : `.${fraction}`}${zone}`;
  }

  it("orders any two date-times as exact arithmetic does", () => {
    fc.assert(
      fc.property(valid, valid, (a, b) => {
        expect(sign(compareInstants(a, b))).toBe(sign(instant(a) - instant(b)));
        expect(sign(compareInstants(b, a))).toBe(-sign(compareInstants(a, b)) || 0);
        expect(sign(compareInstants(a, a))).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  it("orders two date-times of one minute by seconds and fractions", () => {
    const fraction = fc.stringMatching(/^(?:\.[09]{1,20})?$/);
    const second = fc.constantFrom("00", "09", "10", "59", "60");
    fc.assert(
      fc.property(second, fraction, second, fraction, (a, b, c, d) => {
        const [left, right] = [`2016-12-31T23:59:${a}${b}Z`, `2017-01-01T00:59:${c}${d}+01:00`];
        expect(sign(compareInstants(left, right))).toBe(sign(instant(left) - instant(right)));
      }),
    );
  });

  it("treats an instant at different offsets as equal", () => {
    const inner = valid.filter((text) => /^(?!0000|9999)/.test(text) && !text.includes(":60"));
    fc.assert(
      fc.property(inner, fc.integer({ min: -1439, max: 1439 }), (text, minutes) => {
        const utc = text.replace(/(?:[Zz]|[+-]\d\d:\d\d)$/, "Z");
        expect(compareInstants(utc, moved(text, minutes))).toBe(0);
      }),
    );
  });

  it.each([
    ["2016-12-31T23:59:59.999Z", "2016-12-31T23:59:60Z"],
    ["2016-12-31T23:59:60.9Z", "2017-01-01T00:00:00Z"],
    ["2020-01-01T00:00:00.45Z", "2020-01-01T00:00:00.5Z"],
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.0000000000000000001Z"],
    ["2020-01-01T00:00:00+00:01", "2020-01-01T00:00:00Z"],
    ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["0099-12-31T23:59:59Z", "1999-12-31T23:59:59Z"],
  ])("sorts %s before %s", (earlier, later) => {
    expect(compareInstants(earlier, later)).toBeLessThan(0);
    expect(compareInstants(later, earlier)).toBeGreaterThan(0);
  });
});
