import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDuration, shifted } from "../../../../platform/sandbox/platform/duration.js";

const day = 86_400_000;
const after = (time: string, duration: string, sign: 1 | -1 = 1): string => {
  const parsed = parseDuration(duration);
  if (!parsed) throw new Error(`"${duration}" is no duration.`);
  return new Date(shifted(Date.parse(time), parsed, sign)).toISOString();
};

it("adds calendar months in UTC, and takes the last day of a month that is too short", () => {
  expect(after("2026-01-31T09:00:00Z", "P1M")).toBe("2026-02-28T09:00:00.000Z");
  expect(after("2028-01-31T09:00:00Z", "P1M")).toBe("2028-02-29T09:00:00.000Z");
  expect(after("2028-02-29T00:00:00Z", "P1Y")).toBe("2029-02-28T00:00:00.000Z");
  expect(after("2026-12-15T23:59:59Z", "P2M1DT1S")).toBe("2027-02-17T00:00:00.000Z");
  expect(after("2026-03-31T00:00:00Z", "P1M", -1)).toBe("2026-02-28T00:00:00.000Z");
});

it.each([
  "",
  "P",
  "PT",
  "P1DT",
  "1D",
  "P1.5D",
  "P-1D",
  "PT1D",
  "P1H",
  "p1d",
  "P1D ",
  "P1M1Y",
  "P99999999999D",
])("refuses %j", (text) => expect(parseDuration(text)).toBeUndefined());

it("reads what it is made of", () => {
  const part = fc.nat(900);
  fc.assert(
    fc.property(part, part, part, part, part, (months, weeks, days, hours, seconds) => {
      expect(parseDuration(`P${months}M${weeks}W${days}DT${hours}H${seconds}S`)).toEqual({
        months,
        milliseconds: (weeks * 7 + days) * day + hours * 3_600_000 + seconds * 1000,
      });
    }),
  );
});

it("never goes back in time, nor further than its months have days", () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
  fc.assert(
    fc.property(time, fc.nat(60), (from, months) => {
      const to = shifted(from, { months, milliseconds: 0 });
      expect(to - from).toBeGreaterThanOrEqual(months * 28 * day);
      expect(to - from).toBeLessThanOrEqual(months * 31 * day);
    }),
  );
});
