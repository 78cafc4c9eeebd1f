import { describe, expect, it } from "vitest";
import type { Gap } from "../../../runtime/webhook/index.js";
import { readEventId, setting, thing } from "../../support/runtime/dispatch/setting.js";

describe("reconcile", () => {
  const window = 60_000;

  it("is called for a gap older than the window, and the returned version is applied", async () => {
    const gaps: Gap[] = [];
    const seen: string[] = [];
    const { receiver, deliver, inbox, clock, reports } = setting({
      fallback: (event) => void seen.push(readEventId(event)),
      reconcile: (gap) => {
        gaps.push(gap);
        return 7;
      },
      dispatch: { gapWindowMs: window },
    });
    for (const version of [5, 7, 8, 10]) await deliver(thing(version));
    clock.now += window - 1;
    await receiver.drain();
    expect(gaps).toEqual([]);
    clock.now += 1;
    await receiver.drain();
    expect(gaps).toEqual([
      { application: "app-7", family: "things", resource: "thing-1", version: 0, waiting: [5, 7, 8, 10] },
    ]);
    expect(seen).toEqual(["evt-8"]);
    const states = (await inbox.list()).map(({ eventId, state }) => [eventId, state]);
    expect(states).toEqual([
      ["evt-5", "superseded"],
      ["evt-7", "superseded"],
      ["evt-8", "handled"],
      ["evt-10", "waiting"],
    ]);
    expect(reports.find(({ kind }) => kind !== "waiting")).toMatchObject({
      kind: "reconciled",
      version: 7,
      resource: { resource: "thing-1" },
      attempt: 1,
    });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("503"))],
    ["returns undefined", () => undefined],
    ["returns an invalid version", () => 1.5],
    ["returns the known version", () => 0],
  ])("is called again later if it %s", async (_name, answer) => {
    let calls = 0;
    const { receiver, deliver, inbox, clock } = setting({
      reconcile: () => {
        calls++;
        return answer() as number;
      },
      dispatch: { gapWindowMs: window, retryBaseMs: 1000 },
    });
    await deliver(thing(3));
    await receiver.drain();
    clock.now += window;
    await receiver.drain();
    expect(calls).toBe(1);
    clock.now += 900;
    await receiver.drain();
    expect(calls).toBe(1);
    clock.now += 100;
    await receiver.drain();
    expect(calls).toBe(2);
    expect(await inbox.resources()).toMatchObject([{ version: 0, waiting: [3] }]);
  });

  it("isn't called if the missing version arrives in time", async () => {
    const { receiver, deliver, clock, inbox } = setting({
      reconcile: () => Promise.reject(new Error("must not be called")),
      dispatch: { gapWindowMs: window },
    });
    await deliver(thing(2));
    await receiver.drain();
    await deliver(thing(1));
    clock.now += window;
    await receiver.drain();
    expect((await inbox.list()).map(({ state }) => state)).toEqual(["handled", "handled"]);
  });
});
