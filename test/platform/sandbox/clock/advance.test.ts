import { afterEach, expect, it } from "vitest";
import type { Store } from "../../../../delivery/index.js";
import { advance } from "../../../../platform/sandbox/clock/advance.js";
import { type PlatformCommand, Refusal, type Timer } from "../../../../platform/sandbox/platform/draft.js";
import {
  inMemory,
  schedule,
  start,
  type WorldSubject,
  worldOn,
} from "../../../support/platform/sandbox/world/subject.js";

const day = 86_400_000;
let store: Store | undefined;
afterEach(() => store?.close());

/** Deliveries that are made up: each has the times of its attempts. */
function deliveriesOn(clock: WorldSubject["clock"], log: string[]) {
  const waiting: { name: string; at: number[] }[] = [];
  return {
    waiting,
    runDue: async () => {
      for (const each of waiting) {
        const [at] = each.at;
        if (at === undefined || at > clock.now()) continue;
        each.at.shift();
        log.push(`${each.name} sent ${clock.now() - start}`);
      }
    },
    nextDueAt: async () => {
      const due = waiting.flatMap(({ at }) => at.slice(0, 1));
      if (due.length === 0) return undefined;
      return Math.min(...due);
    },
  };
}

async function subject(timerCommands: Record<string, PlatformCommand<Timer, void>>) {
  store = await inMemory();
  return worldOn(store, { timerCommands });
}

it("runs timers, deliveries and retries in the order of their times", async () => {
  const log: string[] = [];
  const { world, clock } = await subject({
    note: (draft, { id }) => {
      log.push(`${id} ${draft.now - start}`);
      deliveries.waiting.push({ name: id, at: [clock.now(), clock.now() + 5000] });
      if (id === "a")
        draft.schedule({ kind: "organization", id: "again", name: "note", at: draft.now + 10_000 });
    },
  });
  const deliveries = deliveriesOn(clock, log);
  await world.run(schedule, { id: "a", name: "note", at: start + day });
  await world.run(schedule, { id: "b", name: "note", at: start + day + 7000 });
  await world.run(schedule, { id: "late", name: "note", at: start + 3 * day });
  const report = await advance({ world, clock, deliveries }, start + 2 * day);
  expect(report).toEqual({ from: start, to: start + 2 * day, timers: 3 });
  expect(clock.now()).toBe(start + 2 * day);
  expect(log.map((line) => line.replace(/\d+$/, (ms) => String(Number(ms) - day)))).toEqual([
    ...["a 0", "a sent 0", "a sent 5000", "b 7000", "b sent 7000"],
    ...["again 10000", "again sent 10000", "b sent 12000", "again sent 15000"],
  ]);
});

it("runs timers of nearly the same time together, each at its own", async () => {
  const log: string[] = [];
  const { world, clock } = await subject({
    note: (draft, { id }) => void log.push(`${id} ${draft.now - start}`),
  });
  let passes = 0;
  const runDue = async () => {
    passes += 1;
  };
  const deliveries = { runDue, nextDueAt: async () => undefined };
  await Promise.all(
    Array.from({ length: 900 }, (_, ms) =>
      world.run(schedule, { id: `${ms}`, name: "note", at: start + ms }),
    ),
  );
  await advance({ world, clock, deliveries }, start + day);
  expect(log).toEqual(Array.from({ length: 900 }, (_, ms) => `${ms} ${ms}`));
  expect(passes).toBeLessThan(15);
});

it("goes on running afterwards if the clock ran", async () => {
  const { world } = await subject({});
  const { clock } = await worldOn(await inMemory(), { frozen: false });
  const until = clock.now() + day;
  const deliveries = deliveriesOn(clock, []);
  const { to } = await advance({ world, clock, deliveries }, until);
  expect(to).toBeGreaterThanOrEqual(until);
  expect(clock.mode()).toBe("running");
});

it("drops a timer that is refused, and stops at one that fails", async () => {
  const { world, clock } = await subject({
    refused: () => {
      throw new Refusal("conflict", "not-now", { message: "not now" });
    },
    broken: () => {
      throw new TypeError("broken");
    },
  });
  const deliveries = deliveriesOn(clock, []);
  await world.run(schedule, { id: "a", name: "refused", at: start + 1000 });
  await world.run(schedule, { id: "b", name: "broken", at: start + 2000 });
  await expect(advance({ world, clock, deliveries }, start + day)).rejects.toThrow("broken");
  expect(clock.now()).toBe(start + 2000);
  expect(world.timers().map(({ id }) => id)).toEqual(["b"]);
  await world.run((draft) => draft.cancel("organization", "b"), undefined);
  await world.run(schedule, { id: "c", name: "unheard-of", at: start + 3000 });
  await expect(advance({ world, clock, deliveries }, start + day)).rejects.toMatchObject({
    code: "timer-unknown",
  });
});

it("finds timers that set each other without end", async () => {
  const { world, clock } = await subject({
    again: (draft, timer) => draft.schedule({ ...timer, at: draft.now }),
  });
  await world.run(schedule, { id: "a", name: "again", at: start + 1000 });
  const deliveries = deliveriesOn(clock, []);
  await expect(advance({ world, clock, deliveries }, start + day)).rejects.toMatchObject({
    code: "timer-endless",
  });
});

it("takes many timers of one time for many, whatever a transaction holds", async () => {
  const { clock } = await subject({});
  let left = 1000;
  const world = {
    timers: () => [],
    nextTimerAt: () => (left > 0 ? start + 1000 : undefined),
    dueTimers: () => ({ count: left, lastAt: start + 1000 }),
    runTimers: async () => {
      left -= 1;
      return 1;
    },
  };
  const report = await advance({ world, clock, deliveries: deliveriesOn(clock, []) }, start + day);
  expect(report).toEqual({ from: start, to: start + day, timers: 1000 });
});

it("isn't held up by what is due and can't be sent", async () => {
  const { world, clock } = await subject({});
  let passes = 0;
  const runDue = async () => {
    passes += 1;
  };
  const deliveries = { runDue, nextDueAt: async () => start };
  await advance({ world, clock, deliveries }, start + 30 * day);
  expect(clock.now()).toBe(start + 30 * day);
  expect(passes).toBeLessThan(1000);
});
