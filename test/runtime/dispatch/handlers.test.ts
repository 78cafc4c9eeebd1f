import { describe, expect, it } from "vitest";
import { createMemoryInbox, type HandlerContext, type JsonObject } from "../../../runtime/webhook/index.js";
import { readEventId, setting, thing } from "../../support/runtime/dispatch/setting.js";
import { thingEvent } from "../../support/runtime/webhook/acme.js";

describe("handlers", () => {
  it("receive the event by its name, by its pattern's key or in the fallback, with its context", async () => {
    const calls: [string, string][] = [];
    const contexts: HandlerContext[] = [];
    const { receiver, deliver } = setting({
      handlers: {
        "acme.thing": (event: JsonObject, context) => {
          calls.push(["thing", readEventId(event)]);
          contexts.push(context);
        },
        AcmeScrap: (event: JsonObject) => void calls.push(["scrap", readEventId(event)]),
      },
      fallback: (event) => void calls.push(["fallback", readEventId(event)]),
    });
    await deliver(thing(1));
    await deliver(thingEvent({ meta: { id: "s", topic: "acme.scrap.iron" }, thing: { id: "x", rev: 1 } }));
    await deliver(thingEvent({ meta: { id: "n", topic: "acme.news" }, thing: { id: "x", rev: 9 } }));
    await receiver.drain();
    expect(calls.sort()).toEqual([
      ["fallback", "n"],
      ["scrap", "s"],
      ["thing", "evt-1"],
    ]);
    expect(contexts[0]).toMatchObject({
      attempt: 1,
      record: { eventId: "evt-1", correlationId: "t", event: thing(1) },
    });
    expect(await contexts[0]?.transaction()).toBeUndefined();
  });

  it("run after the answer, in version order, once for each event", async () => {
    const seen: string[] = [];
    const { receiver, deliver, inbox, reports } = setting({
      fallback: (event) => void seen.push(readEventId(event)),
    });
    for (const version of [2, 4, 1, 2, 1]) await deliver(thing(version));
    expect(seen).toEqual([]);
    await receiver.drain();
    expect(seen).toEqual(["evt-1", "evt-2"]);
    await deliver(thing(3));
    await receiver.drain();
    expect(seen).toEqual(["evt-1", "evt-2", "evt-3", "evt-4"]);
    expect(await inbox.resources()).toMatchObject([
      { family: "things", resource: "thing-1", version: 4, waiting: [] },
    ]);
    expect(reports.map(({ kind }) => kind).sort()).toEqual([
      ...["handled", "handled", "handled", "handled"],
      ...["waiting", "waiting"],
    ]);
  });

  it("aren't called for test events, which change no resource and go to `onTest` if it is set", async () => {
    const seen: string[] = [];
    const test = thing(1, { id: "drill-1" });
    const { receiver, deliver, inbox } = setting({ fallback: (event) => void seen.push(readEventId(event)) });
    await deliver(test);
    await receiver.drain();
    expect(seen).toEqual([]);
    expect(await inbox.list()).toMatchObject([{ eventId: "drill-1", test: true, state: "handled" }]);
    expect(await inbox.resources()).toEqual([]);
    const failing = setting({
      onTest: () => {
        throw new Error("no");
      },
    });
    await failing.deliver(test);
    await failing.receiver.drain();
    expect(await failing.inbox.find("app-7", "drill-1")).toMatchObject({
      state: "pending",
      error: "Error: no",
    });
  });

  it("are retried with growing delays until the event is dead, while later events wait", async () => {
    let broken = true;
    const attempts: number[] = [];
    const { receiver, deliver, inbox, clock, reports } = setting({
      fallback: (event, { attempt }) => {
        if (readEventId(event) === "evt-1") attempts.push(attempt);
        if (broken) throw new Error("down");
      },
      dispatch: { maxAttempts: 3, retryBaseMs: 1000, retryMaxMs: 1500 },
    });
    await deliver(thing(1));
    await deliver(thing(2));
    const start = clock.now;
    const dueIn = async (): Promise<number> => ((await inbox.find("app-7", "evt-1"))?.dueAt ?? 0) - start;
    await receiver.drain();
    expect([attempts, await dueIn()]).toEqual([[1], 500]);
    clock.now = start + 500;
    await receiver.drain();
    expect([attempts, await dueIn()]).toEqual([[1, 2], 500 + 750]);
    clock.now = start + 1250;
    await receiver.drain();
    expect(reports.map((each) => [each.kind, "attempt" in each ? each.attempt : each.waitsFor])).toEqual([
      ["waiting", [1, 1]],
      ["failed", 1],
      ["failed", 2],
      ["dead", 3],
    ]);
    expect(await inbox.list()).toMatchObject([{ state: "dead", error: "Error: down" }, { state: "waiting" }]);
    broken = false;
    clock.now += 10_000_000;
    await receiver.drain();
    expect(attempts).toEqual([1, 2, 3]);
    await inbox.retry({ states: ["dead"] }, clock.now);
    await receiver.drain();
    expect(await inbox.list()).toMatchObject([{ state: "handled", attempts: 1 }, { state: "handled" }]);
  });

  it("have credentials redacted in the record of their failure", async () => {
    const { receiver, deliver, inbox } = setting({
      secrets: async () => ["current secret", "current secret and more"],
      encryptKey: undefined,
      fallback: () => {
        throw new TypeError("with current secret and more,\nopen sesame and current secret");
      },
    });
    await deliver(thing(1));
    await receiver.drain();
    expect((await inbox.list())[0]?.error).toBe("TypeError: with [redacted], [redacted] and [redacted]");
  });

  it("may throw any value, and a long message is truncated", async () => {
    const { receiver, deliver, inbox } = setting({
      fallback: (event) => {
        if (readEventId(event) === "evt-1") throw undefined;
        throw "😀".repeat(2000);
      },
    });
    await deliver(thing(1));
    await deliver(thing(1, { id: "b", thing: "thing-2" }));
    await receiver.drain();
    expect(await inbox.find("app-7", "evt-1")).toMatchObject({ state: "pending", error: "undefined" });
    expect((await inbox.find("app-7", "b"))?.error).toBe(`${"😀".repeat(500)}…`);
  });

  it("are aborted and count as failed if they take too long", async () => {
    let reason: unknown;
    const { receiver, deliver, inbox, reports } = setting({
      fallback: (_event, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            reason = signal.reason;
          });
        }),
      dispatch: { timeoutMs: 20 },
    });
    await deliver(thing(1));
    await receiver.drain();
    expect(reason).toMatchObject({ code: "handler-timeout" });
    expect(reports).toMatchObject([{ kind: "failed", error: { code: "handler-timeout" } }]);
    expect((await inbox.list())[0]).toMatchObject({ state: "pending", attempts: 1 });
  });

  it("are aborted and record nothing if their lease is lost", async () => {
    const inbox = createMemoryInbox();
    const { receiver, deliver, reports } = setting({
      inbox: { ...inbox, renew: async () => false },
      fallback: (_event, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      dispatch: { leaseMs: 30 },
    });
    await deliver(thing(1));
    await receiver.drain();
    expect(reports).toMatchObject([{ kind: "lost", error: { code: "lease-lost" } }]);
    expect(await inbox.find("app-7", "evt-1")).toMatchObject({ state: "pending", error: undefined });
  });

  it("are reported missing by name for an event that the contract no longer has", async () => {
    const { receiver, deliver, inbox } = setting({
      events: [{ key: "acme.other", family: "x" }],
      handlers: { "acme.other": () => {} },
      fallback: undefined,
    });
    await deliver(thing(1));
    await receiver.drain();
    expect((await inbox.list())[0]?.error).toBe("HandlerMissing: there is no handler for acme.thing");
  });
});
