import { expect, it } from "vitest";
import type { Claim, Inbox, InboxQuery } from "../../../../runtime/webhook/index.js";
import { claimAt, completeAll, entry, versioned } from "./entries.js";

type Both = () => { inbox: Inbox; other: Inbox };

/** Tests of listing, retrying and purging by hand. */
export function readingTests(both: Both): void {
  const fill = async (inbox: Inbox): Promise<void> => {
    await inbox.record(entry("a", { receivedAt: 1000 }));
    await inbox.record(entry("b", { receivedAt: 2000, eventType: "other", test: true }));
    await inbox.record(versioned(1, { eventId: "c", receivedAt: 3000 }));
    await inbox.record(versioned(3, { eventId: "d", receivedAt: 4000 }));
    await inbox.record(entry("e", { receivedAt: 5000, application: "second" }));
  };
  const ids = async (inbox: Inbox, query?: InboxQuery) =>
    (await inbox.list(query)).map(({ eventId }) => eventId);

  it("lists the selected events in order of arrival, page by page", async () => {
    const { inbox, other } = both();
    await fill(inbox);
    await completeAll(inbox, 4000);
    expect(await ids(other)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await ids(inbox, { application: "app" })).toEqual(["a", "b", "c", "d"]);
    expect(await ids(inbox, { eventId: "b" })).toEqual(["b"]);
    expect(await ids(inbox, { eventType: "other" })).toEqual(["b"]);
    expect(await ids(inbox, { resource: "r" })).toEqual(["c", "d"]);
    expect(await ids(inbox, { states: ["waiting", "pending"] })).toEqual(["d", "e"]);
    expect(await ids(inbox, { test: true })).toEqual(["b"]);
    expect(await ids(inbox, { receivedBefore: 3000 })).toEqual(["a", "b"]);
    const [first, second] = await inbox.list({ limit: 2 });
    expect([first?.eventId, second?.eventId]).toEqual(["a", "b"]);
    expect(await ids(inbox, { limit: 2, after: second?.sequence })).toEqual(["c", "d"]);
  });

  it("counts unsettled events", async () => {
    const { inbox } = both();
    await fill(inbox);
    expect(await inbox.count()).toEqual({ pending: 5, waiting: 0, dead: 0 });
    const [claim] = await claimAt(inbox, 4000);
    await inbox.fail(claim as Claim, { now: 4001, error: "no" });
    expect(await inbox.count("app")).toEqual({ pending: 2, waiting: 1, dead: 1 });
    expect(await inbox.count("nobody")).toEqual({ pending: 0, waiting: 0, dead: 0 });
  });

  it("retries events that are dead or wait for their next attempt, but not running or settled ones", async () => {
    const { inbox } = both();
    for (const id of ["dead", "later", "running", "done"]) await inbox.record(entry(id));
    const claims = await claimAt(inbox, 1000);
    const of = (id: string): Claim => claims.find(({ record }) => record.eventId === id) as Claim;
    await inbox.fail(of("dead"), { now: 1000, error: "no" });
    await inbox.fail(of("later"), { now: 1000, error: "no", retryAt: 90_000 });
    await inbox.complete(of("done"), { now: 1000 });
    expect(await inbox.retry({}, 1500)).toBe(2);
    expect((await claimAt(inbox, 1500)).map(({ record }) => record.eventId).sort()).toEqual([
      "dead",
      "later",
    ]);
    expect(await inbox.complete(of("running"), { now: 1501 })).toBe(true);
  });

  it("purges waiting events only if the selection names the state or the event", async () => {
    const { inbox, other } = both();
    for (const version of [2, 4, 5]) await inbox.record(versioned(version));
    await completeAll(inbox, 1000);
    expect(await inbox.purge({ resource: "r" }, 2000)).toBe(0);
    expect(await inbox.purge({ eventId: "v2" }, 2000)).toBe(1);
    expect(await other.purge({ states: ["waiting"], resource: "r" }, 2000)).toBe(2);
    expect(await ids(inbox)).toEqual([]);
    await inbox.record(versioned(1));
    await inbox.record(versioned(2));
    expect(await completeAll(inbox, 3000)).toEqual(["v1", "v2"]);
  });

  it("says which events a claim sets aside, and for which versions they wait", async () => {
    const { inbox } = both();
    for (const version of [1, 5]) await inbox.record(versioned(version));
    const request = { application: "app", now: 1000, leaseMs: 1000, limit: 100 };
    expect((await inbox.claim(request)).setAside).toEqual([
      {
        eventId: "v5",
        eventType: "thing.changed",
        resource: { application: "app", family: "things", resource: "r" },
        version: 5,
        waitsFor: [1, 4],
      },
    ]);
    expect((await inbox.claim(request)).setAside).toEqual([]);
  });

  it("purges only settled events that are selected", async () => {
    const { inbox } = both();
    for (let index = 0; index < 450; index++) await inbox.record(entry(`e${index}`));
    await completeAll(inbox, 1000);
    await inbox.record(versioned(2, { receivedAt: 500 }));
    await inbox.record(entry("young", { receivedAt: 2000 }));
    await completeAll(inbox, 2000);
    expect(await inbox.purge({ receivedBefore: 2000 }, 3000)).toBe(450);
    expect(await inbox.purge({ states: ["pending"] }, 3000)).toBe(0);
    expect(await inbox.purge({ resource: "r" }, 3000)).toBe(0);
    expect(await ids(inbox)).toEqual(["v2", "young"]);
  });
}
