import { expect, it } from "vitest";
import { createSandboxLog, type SandboxLogEntry } from "../../../../platform/sandbox/control/sandbox-log.js";

const start = Date.parse("2026-01-05T09:30:00Z");

function filledLog(keep: number, count: number) {
  let time = start;
  const log = createSandboxLog({ now: () => time, realNow: () => 0, keep });
  for (let number = 1; number <= count; number += 1) {
    time += 1000;
    log.write({ kind: "event", message: `event ${number}`, data: { number } });
  }
  return log;
}

const entryNumbers = (entries: readonly SandboxLogEntry[]) => entries.map(({ number }) => number);

it("keeps the latest entries, each with the time at which it was written", () => {
  const log = filledLog(3, 8);
  const entries = log.after(0, 100);
  expect(entryNumbers(entries)).toEqual([6, 7, 8]);
  expect(entries[0]).toEqual({
    number: 6,
    at: "2026-01-05T09:30:06.000Z",
    real_at: "1970-01-01T00:00:00.000Z",
    kind: "event",
    message: "event 6",
    data: { number: 6 },
  });
});

it("goes on after any number, also one that isn't kept any more or isn't there yet", () => {
  const log = filledLog(5, 12);
  expect(entryNumbers(log.after(9, 100))).toEqual([10, 11, 12]);
  expect(entryNumbers(log.after(9, 2))).toEqual([10, 11]);
  expect(entryNumbers(log.after(2, 2))).toEqual([8, 9]);
  expect(log.after(12, 100)).toEqual([]);
  expect(log.after(500, 100)).toEqual([]);
  expect(filledLog(5, 0).after(0, 100)).toEqual([]);
});

it("tells followers of each entry as it is read later", () => {
  const log = filledLog(2, 0);
  const told: SandboxLogEntry[] = [];
  const unfollow = log.follow((entry) => void told.push(entry));
  log.write({ kind: "control", message: "one" });
  unfollow();
  log.write({ kind: "control", message: "two" });
  expect(told).toEqual(log.after(0, 1));
  expect(told).toMatchObject([{ number: 1, message: "one", data: {} }]);
});
