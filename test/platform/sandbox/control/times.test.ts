import { readDuration, readTime } from "@oipkit/sandbox/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shifted } from "../../../../platform/sandbox/platform/duration.js";

const count = fc.integer({ min: 0, max: 9999 });

describe("durations", () => {
  it.each([
    ["45d", { months: 0, milliseconds: 45 * 86_400_000 }],
    ["2h30m", { months: 0, milliseconds: 9_000_000 }],
    ["1w1s", { months: 0, milliseconds: 7 * 86_400_000 + 1000 }],
    ["P1M", { months: 1, milliseconds: 0 }],
    ["P1Y2M3W4DT5H6M7S", { months: 14, milliseconds: 25 * 86_400_000 + 18_367_000 }],
    ["PT0S", { months: 0, milliseconds: 0 }],
  ])("%s is read", (text, duration) => {
    expect(readDuration(text)).toEqual(duration);
  });

  it.each([
    "",
    "P",
    "PT",
    "P1DT",
    "45",
    "d",
    "45 d",
    "-1d",
    "1.5d",
    "30m2h",
    "1d1d",
    "P1H",
    "1M",
    "p1m",
    "1d\n",
    "９d",
  ])("%j is none", (text) => {
    expect(readDuration(text)).toBeUndefined();
  });

  it("mean the same in both forms", () => {
    fc.assert(
      fc.property(count, count, count, count, (d, h, m, s) => {
        expect(readDuration(`${d}d${h}h${m}m${s}s`)).toEqual(readDuration(`P${d}DT${h}H${m}M${s}S`));
      }),
    );
  });

  it("never throw and never give what isn't a time, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^P?[0-9wdhmsYMWDTHS]{0,20}$/)), (text) => {
        const duration = readDuration(text);
        if (duration === undefined) return;
        expect(duration.months).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(duration.milliseconds)).toBe(true);
      }),
    );
  });

  it("add months of the calendar", () => {
    const at = (time: string, text: string) =>
      new Date(shifted(Date.parse(time), readDuration(text) ?? { months: 0, milliseconds: 0 }));
    expect(at("2026-01-31T10:00:00Z", "P1M").toISOString()).toBe("2026-02-28T10:00:00.000Z");
    expect(at("2024-02-29T00:00:00Z", "P1Y").toISOString()).toBe("2025-02-28T00:00:00.000Z");
    expect(at("2026-12-15T00:00:00Z", "P2MT1H").toISOString()).toBe("2027-02-15T01:00:00.000Z");
  });

  it("never go back", () => {
    const time = fc.integer({ min: 0, max: Date.parse("2100-01-01T00:00:00Z") });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 1200 }), (from, months) => {
        const until = shifted(from, { months, milliseconds: 0 });
        expect(until).toBeGreaterThanOrEqual(from);
        expect(until % 86_400_000).toBe(from % 86_400_000);
      }),
    );
  });
});

describe("times", () => {
  it("are read as they are written, in every zone", () => {
    const date = fc.date({
      min: new Date("1970-01-01T00:00:00Z"),
      max: new Date("2100-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, fc.integer({ min: -839, max: 839 }), (time, minutes) => {
        expect(readTime(time.toISOString())).toBe(time.getTime());
        const local = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const two = (number: number) => String(number).padStart(2, "0");
        const zone = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
        if (local.startsWith("-")) return;
        expect(readTime(`${local}${zone}`)).toBe(time.getTime());
      }),
    );
  });

  it.each([
    "",
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "now",
    "1e3",
  ])("%j is none", (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});
