import fc from "fast-check";
import { expect, it } from "vitest";
import { parseHttpDate, retryAfterMs, retryDelay } from "../../../delivery/attempts/judge.js";
import { deliveryDefaults } from "../../../delivery/index.js";

const now = Date.UTC(2026, 10, 23, 2, 0, 0);
const year = 366 * 24 * 3_600_000;
const asked = (text: string, date?: string) =>
  retryAfterMs({ "retry-after": text, ...(date && { date }) }, now);

it.each([
  ["0", 0],
  ["120", 120_000],
  [" 120 ", 120_000],
  ["99999999999999999999999", year],
  ["Mon, 23 Nov 2026 02:00:30 GMT", 30_000],
  ["Monday, 23-Nov-26 02:00:30 GMT", 30_000],
  ["Mon Nov 23 02:00:30 2026", 30_000],
  ["Sun Nov  1 02:00:30 2026", 0],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", year],
])("reads %s", (text, milliseconds) => {
  expect(asked(text)).toBe(milliseconds);
});

it.each([
  "",
  "-1",
  "1.5",
  "+3",
  "1e3",
  "0x10",
  "Infinity",
  "soon",
  "2026-11-23T02:00:30Z",
  "120, 60",
  "tomorrow GMT",
])("doesn't take %o for a time", (text) => {
  expect(asked(text)).toBeUndefined();
});

it("compares a date with the answer's own clock", () => {
  expect(asked("Sat, 01 Jan 2000 00:01:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT")).toBe(60_000);
  expect(asked("Mon, 23 Nov 2026 02:00:30 GMT", "nonsense")).toBe(30_000);
});

it("reads every date that a server can write, as its three forms have it", () => {
  const instant = fc.integer({ min: now - 40 * year, max: now + 40 * year }).map((ms) => ms - (ms % 1000));
  fc.assert(
    fc.property(instant, (ms) => {
      const utc = new Date(ms).toUTCString();
      const [, day = "", month = "", full = "", time = ""] = /, (\d\d) (\w+) (\d+) (\S+)/.exec(utc) ?? [];
      const long = new Date(ms).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
      const asctime = `${utc.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${full}`;
      for (const text of [utc, `${long}, ${day}-${month}-${full.slice(2)} ${time} GMT`, asctime])
        expect([text, parseHttpDate(text, now)]).toEqual([text, ms]);
    }),
  );
});

it("gives a bounded wait for any header", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (text, date) => {
      const wait = asked(text, date);
      if (wait !== undefined) expect(wait >= 0 && wait <= year).toBe(true);
    }),
  );
});

const settings = { retryDelaysMs: [1000, 60_000, 30_000] };

it("waits as the list says, and up to a fifth longer; the last wait is repeated", () => {
  const waits = (random: number) =>
    [1, 2, 3, 4, 2000].map((attempt) => retryDelay({ attempt, settings, random: () => random }));
  expect(waits(0)).toEqual([1000, 60_000, 30_000, 30_000, 30_000]);
  expect(waits(0.5)).toEqual([1100, 66_000, 33_000, 33_000, 33_000]);
});

it("spans more than a day with eight attempts by default", () => {
  const delays = deliveryDefaults.retryDelaysMs;
  expect(delays).toHaveLength(7);
  expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(24 * 3_600_000);
});

it("waits at least as long as the receiver asked for, within bounds", () => {
  const wait = (retryAfter: number, random = 0.5) =>
    retryDelay({ attempt: 1, settings, random: () => random, retryAfterMs: retryAfter });
  expect([wait(5000), wait(100), wait(10 * year)]).toEqual([5000, 1100, 60_000]);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (retryAfter, random) => {
      const delay = wait(retryAfter, random);
      expect(Number.isInteger(delay) && delay >= Math.min(retryAfter, 60_000) && delay <= 60_000).toBe(true);
    }),
  );
});
