import { afterEach, describe, expect, it, vi } from "vitest";
import { createMemoryInbox, type EventHandler, type JsonObject } from "../../../runtime/webhook/index.js";
import { readEventId, setting, thing } from "../../support/runtime/dispatch/setting.js";
import { entry } from "../../support/runtime/stores/entries.js";

const soon = { timeout: 30_000 };

/** A handler that waits until the test releases it. */
function gate() {
  const started: string[] = [];
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handler: EventHandler<JsonObject> = async (event) => {
    started.push(readEventId(event));
    await opened;
  };
  return { started, open, handler };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a receiver in background mode", () => {
  it("handles events as they arrive, and those that they unblock", async () => {
    const seen: string[] = [];
    const { receiver, deliver } = setting({
      fallback: (event) => void seen.push(readEventId(event)),
      dispatch: { mode: "background", pollMs: 3_600_000 },
    });
    await deliver(thing(2));
    await deliver(thing(1));
    await expect.poll(() => seen, soon).toEqual(["evt-1", "evt-2"]);
    expect(await receiver.close()).toBe(true);
  });

  it("handles the events that an earlier process left in the store", async () => {
    const inbox = createMemoryInbox();
    await inbox.record(
      entry("left", {
        application: "app-7",
        eventType: "acme.news",
        json: '{"meta":{"id":"left"}}',
        receivedAt: 0,
      }),
    );
    const seen: string[] = [];
    const { receiver } = setting({
      inbox,
      fallback: (event) => void seen.push(readEventId(event)),
      dispatch: { mode: "background" },
    });
    await expect.poll(() => seen, soon).toEqual(["left"]);
    await receiver.close();
  });

  it("runs at most `concurrency` handlers at once", async () => {
    let running = 0;
    const atOnce: number[] = [];
    const { receiver, deliver, inbox } = setting({
      fallback: async () => {
        atOnce.push(++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      },
      dispatch: { mode: "background", concurrency: 2, pollMs: 5 },
    });
    for (const id of ["a", "b", "c", "d", "e"]) await deliver(thing(1, { id, thing: id }));
    await expect.poll(() => inbox.count(), soon).toEqual({ pending: 0, waiting: 0, dead: 0 });
    expect(atOnce).toHaveLength(5);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(2);
    await receiver.close();
  });

  it("waits for running handlers when it closes, and starts no others", async () => {
    const { started, open, handler } = gate();
    const { receiver, deliver, inbox } = setting({
      fallback: handler,
      dispatch: { mode: "background", concurrency: 1, pollMs: 5 },
    });
    for (const id of ["a", "b"]) await deliver(thing(1, { id, thing: id }));
    await expect.poll(() => started.length, soon).toBe(1);
    const closing = receiver.close();
    open();
    expect(await closing).toBe(true);
    expect(started).toEqual(["a"]);
    expect((await inbox.list()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["handled", 1],
      ["pending", 0],
    ]);
  });

  it("aborts handlers that don't finish in time when it closes, and leaves their events to the next process", async () => {
    let reason: unknown;
    const { receiver, deliver, inbox, reports } = setting({
      fallback: (_event, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            reason = signal.reason;
          });
        }),
      dispatch: { mode: "background" },
    });
    await deliver(thing(1));
    await expect.poll(async () => (await inbox.list())[0]?.attempts, soon).toBe(1);
    expect(await receiver.close({ timeoutMs: 10 })).toBe(false);
    expect(reason).toMatchObject({ code: "receiver-closing" });
    expect(reports).toMatchObject([{ kind: "lost" }]);
    expect(await inbox.list()).toMatchObject([{ state: "pending", attempts: 1, error: undefined }]);
  });

  it.each(["complete", "fail"] as const)(
    "records the result (%s) once the store is available again, without running the handler twice",
    async (method) => {
      const inbox = createMemoryInbox();
      let failures = 2;
      const calls: string[] = [];
      const { receiver, deliver, faults, reports } = setting({
        inbox: {
          ...inbox,
          [method]: (...given: [never, never]) =>
            failures-- > 0 ? Promise.reject(new Error("away")) : inbox[method](...given),
        },
        fallback: (event) => {
          calls.push(readEventId(event));
          if (method === "fail") throw new Error("no");
        },
        dispatch: { mode: "background", pollMs: 5 },
      });
      await deliver(thing(1));
      await expect.poll(() => reports.length, soon).toBe(1);
      expect(reports).toMatchObject([{ kind: method === "fail" ? "failed" : "handled", attempt: 1 }]);
      expect(calls).toEqual(["evt-1"]);
      expect(faults).toMatchObject([{ message: "away" }]);
      await receiver.close();
    },
  );

  it("gives up on a store that stays unavailable when the receiver closes, and lets the event's lease expire", async () => {
    const inbox = createMemoryInbox();
    const { receiver, deliver, faults } = setting({
      inbox: { ...inbox, complete: () => Promise.reject(new Error("away")) },
      fallback: () => {},
      dispatch: { mode: "background", pollMs: 5 },
    });
    await deliver(thing(1));
    await expect.poll(() => faults.length, soon).toBe(1);
    expect(await receiver.close({ timeoutMs: 10 })).toBe(false);
    expect(await inbox.list()).toMatchObject([{ state: "pending", attempts: 1 }]);
  });

  it("also drains events that become due while the store is being queried", async () => {
    // With the timers stopped, nothing polls once the first handler runs.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const inbox = createMemoryInbox();
    let release = (): void => {};
    let held: Promise<void> | undefined;
    const { started, open, handler } = gate();
    const { receiver, deliver, reports } = setting({
      inbox: {
        ...inbox,
        async claim(request) {
          const claimed = await inbox.claim(request);
          await held;
          return claimed;
        },
      },
      fallback: handler,
      dispatch: { mode: "background", pollMs: 1_000_000 },
    });
    await deliver(thing(2));
    await vi.advanceTimersByTimeAsync(1);
    await deliver(thing(1));
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["evt-1"]);
    held = new Promise((resolve) => {
      release = resolve;
    });
    const drained = receiver.drain();
    open();
    // `expect.poll` would advance the fake clock.
    while (reports.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    await drained;
    expect(started).toEqual(["evt-1", "evt-2"]);
    await receiver.close();
  });

  it("reports a failing store, and continues once it is available again", async () => {
    const inbox = createMemoryInbox();
    let broken = true;
    const seen: string[] = [];
    const { receiver, deliver, faults } = setting({
      inbox: {
        ...inbox,
        claim: (request) => (broken ? Promise.reject(new Error("away")) : inbox.claim(request)),
      },
      fallback: (event) => void seen.push(readEventId(event)),
      dispatch: { mode: "background", pollMs: 5 },
    });
    await deliver(thing(1));
    await expect.poll(() => faults.length, soon).toBeGreaterThan(1);
    expect(seen).toEqual([]);
    broken = false;
    await expect.poll(() => seen, soon).toEqual(["evt-1"]);
    await receiver.close();
  });
});
