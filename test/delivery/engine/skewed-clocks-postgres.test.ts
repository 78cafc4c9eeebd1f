// @needs postgres
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPostgresStore, type Store, type VirtualClock } from "../../../delivery/index.js";
import {
  answered,
  attemptsIn,
  deliveriesIn,
  makeEvent,
  type Subject,
  subjectOn,
} from "../../support/delivery/engine/subject.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_skew_${process.pid}`;
const pool = new pg.Pool({ connectionString: postgresUrl, max: 6 });
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

const settings = { leaseMs: 30_000, timeoutMs: 10_000, pollMs: 1000 };
/** By how much two clocks may differ. */
const safeMs = settings.leaseMs - settings.timeoutMs;

const patience = { timeout: 30_000, interval: 5 };

/** The same clock as a machine has it that is fast by so much. */
function fast(clock: VirtualClock, ms: number): VirtualClock {
  return {
    ...clock,
    now: () => clock.now() + ms,
    wakeAt: (time, wake) => clock.wakeAt(time - ms, wake),
  };
}

describe("two engines whose clocks differ", () => {
  let store: Store;
  let wall: Subject;
  beforeEach(async () => {
    await pool.query(`drop schema if exists ${schema} cascade`);
    store = await openPostgresStore({ pool, schema });
    await store.migrate();
    wall = subjectOn(store);
    await wall.endpoint();
    // The longest answer that a transport waits for.
    wall.receiver.answer = () =>
      new Promise((resolve) => {
        wall.clock.wakeAt(wall.clock.now() + settings.timeoutMs, () => resolve(answered(204)));
      });
  });
  afterEach(() => store.close());

  const engineAt = (ms: number): Subject =>
    subjectOn(store, { settings, with: { ...wall, clock: fast(wall.clock, ms) } });
  const publish = (id: string) => wall.engine.publish(makeEvent(id), { application: "app-1" });

  /** One engine sends; the other asks for work until the answer comes. Returns the requests by then. */
  async function sentBeforeAnswer(sender: Subject, other: Subject): Promise<number> {
    await publish("evt-1");
    wall.clock.advanceBy(safeMs);
    const sending = sender.engine.runDue();
    await vi.waitUntil(() => wall.seen.length === 1, patience);
    const others: Promise<void>[] = [];
    const begun = wall.clock.now();
    for (const ms of [1, settings.timeoutMs - 1]) {
      wall.clock.advanceTo(begun + ms);
      let isQuiet = false;
      const asked = other.engine.runDue().then(() => {
        isQuiet = true;
      });
      others.push(asked);
      await vi.waitUntil(() => isQuiet || wall.seen.length > 1, patience);
    }
    const sent = wall.seen.length;
    wall.clock.advanceTo(begun + settings.timeoutMs);
    await sending;
    wall.clock.advanceBy(settings.timeoutMs);
    await Promise.all(others);
    return sent;
  }

  it.each([
    ["behind", -1],
    ["ahead", 1],
  ])("leave an attempt alone that the one %s makes", async (_, side) => {
    const half = (side * (safeMs - 2)) / 2;
    expect(await sentBeforeAnswer(engineAt(half), engineAt(-half))).toBe(1);
    expect(await deliveriesIn(store)).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(await attemptsIn(store)).toMatchObject([{ number: 1, status: 204, error: null }]);
  });

  it("repeat an attempt under way if they differ by more, and lose nothing", async () => {
    const half = (safeMs + 2) / 2;
    expect(await sentBeforeAnswer(engineAt(-half), engineAt(half))).toBe(2);
    expect(await deliveriesIn(store)).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect(wall.seen.map(({ eventId }) => eventId)).toEqual(["evt-1", "evt-1"]);
  });

  it("share a stream of events, each of which is sent once", async () => {
    const engines = [engineAt(safeMs / 2 - 1), engineAt(1 - safeMs / 2)];
    for (const { engine } of engines) engine.start();
    const passed = () => engines.every(({ engine, clock }) => (engine.lastPass() ?? 0) >= clock.now() - 1000);
    for (let second = 0; second < 60; second++) {
      if (second < 20) await publish(`evt-${second}`);
      wall.clock.advanceBy(1000);
      await vi.waitUntil(passed, patience);
    }
    const undelivered = async () => (await deliveriesIn(store)).filter(({ state }) => state !== "delivered");
    // Requests and statements take real time.
    const later = () => {
      wall.clock.advanceBy(100);
      return undelivered();
    };
    await expect.poll(later).toEqual([]);
    expect(wall.seen.map(({ eventId }) => eventId).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `evt-${index}`).sort(),
    );
    expect((await attemptsIn(store)).filter(({ error }) => error !== null)).toEqual([]);
    const stopped = Promise.all(engines.map(({ engine }) => engine.stop()));
    wall.clock.advanceBy(1000);
    await stopped;
  });
});
