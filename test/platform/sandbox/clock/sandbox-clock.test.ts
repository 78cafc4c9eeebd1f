import fc from "fast-check";
import { expect, it } from "vitest";
import { createVirtualClock } from "../../../../delivery/index.js";
import { createSandboxClock } from "../../../../platform/sandbox/clock/sandbox-clock.js";

const start = 1_800_000_000_000;
const day = 86_400_000;

it("runs with the real time, stands still, and runs on", () => {
  const real = createVirtualClock(start);
  const clock = createSandboxClock({ real, start: 5 });
  expect(clock.mode()).toBe("running");
  real.advanceBy(10);
  expect(clock.now()).toBe(15);
  clock.freeze();
  real.advanceBy(10);
  expect(clock.mode()).toBe("frozen");
  expect(clock.now()).toBe(15);
  clock.moveTo(day);
  clock.resume();
  real.advanceBy(10);
  expect(clock.now()).toBe(day + 10);
  expect(clock.realNow()).toBe(start + 30);
});

it("never goes back", () => {
  const real = createVirtualClock(start);
  const clock = createSandboxClock({ real });
  real.advanceBy(1000);
  expect(clock.now()).toBe(start + 1000);
  real.jumpTo(start);
  clock.moveTo(start + 500);
  expect(clock.now()).toBe(start + 1000);
  real.jumpTo(start + 1001);
  expect(clock.now()).toBe(start + 1001);
});

it("wakes at its own time, also when it is moved, and not while it stands still", async () => {
  const real = createVirtualClock(start);
  const clock = createSandboxClock({ real });
  const woken: string[] = [];
  const wakeAt = (ms: number, name: string) => clock.wakeAt(start + ms, () => void woken.push(name));
  wakeAt(2000, "b");
  wakeAt(1000, "a");
  wakeAt(4000, "d");
  wakeAt(3000, "never")();
  wakeAt(0, "now");
  expect(woken).toEqual([]);
  await Promise.resolve();
  real.advanceBy(1000);
  expect(woken).toEqual(["now", "a"]);
  clock.freeze();
  real.advanceBy(day);
  expect(woken).toEqual(["now", "a"]);
  clock.moveTo(start + 2500);
  expect(woken).toEqual(["now", "a", "b"]);
  clock.resume();
  real.advanceBy(1499);
  expect(woken).toHaveLength(3);
  real.advanceBy(1);
  expect(woken).toEqual(["now", "a", "b", "d"]);
});

it("goes on in another process as it was", () => {
  const real = createVirtualClock(start);
  const clock = createSandboxClock({ real });
  clock.moveTo(start + 45 * day);
  const saved = JSON.parse(JSON.stringify(clock.state()));
  real.advanceBy(7);
  const running = createSandboxClock({ real, saved, start: 0, frozen: true });
  expect(running.mode()).toBe("running");
  expect(running.now()).toBe(clock.now());
  clock.freeze();
  const frozen = createSandboxClock({ real, saved: clock.state() });
  real.advanceBy(day);
  expect(frozen.now()).toBe(start + 45 * day + 7);
});

it("knows which time it was at a real time", () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 5000 }) }),
      fc.record({ kind: fc.constant("move" as const), ms: fc.integer({ min: 1, max: 40 * day }) }),
      fc.constantFrom({ kind: "freeze" as const }, { kind: "resume" as const }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (done) => {
      const real = createVirtualClock(start);
      const clock = createSandboxClock({ real });
      const was = new Map<number, number>();
      for (const step of done) {
        if (step.kind === "pass") real.advanceBy(step.ms);
        else if (step.kind === "move") clock.moveTo(clock.now() + step.ms);
        else clock[step.kind]();
        was.set(real.now(), clock.now());
      }
      for (const [at, time] of was) expect(clock.at(at)).toBe(time);
      expect(clock.at(real.now() + day)).toBe(clock.now());
    }),
  );
});

it("remembers few segments of a long advance, and the time before it", () => {
  const real = createVirtualClock(start);
  const clock = createSandboxClock({ real });
  real.advanceBy(1000);
  clock.freeze();
  for (let step = 0; step < 20_000; step += 1) {
    real.advanceBy(1);
    clock.moveTo(clock.now() + day);
  }
  expect(clock.state().segments.length).toBeLessThanOrEqual(1000);
  expect(clock.at(start + 500)).toBe(start + 500);
  expect(Math.abs(clock.at(start + 11_000) - (start + 10_000 * day))).toBeLessThan(2000 * day);
});
