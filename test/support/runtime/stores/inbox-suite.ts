import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Inbox } from "../../../../runtime/webhook/index.js";
import { claimAt, completeAll, entry, eventStates, versioned } from "./entries.js";
import { batchTests } from "./inbox-suite-batches.js";
import { gapTests } from "./inbox-suite-gaps.js";
import { orderTests } from "./inbox-suite-order.js";
import { readingTests } from "./inbox-suite-reading.js";

/** A kind of inbox under test. */
export interface InboxKind {
  /** Prepares the store once, before all tests. */
  readonly start?: () => Promise<void>;
  /** Empties the store. */
  readonly reset: () => Promise<void>;
  /** Opens an instance on the same data, as another process would; in memory, always the same instance. */
  readonly open: () => Inbox;
  readonly stop?: () => Promise<void>;
}

/** The tests that every inbox must pass. */
export function inboxSuite(name: string, kind: InboxKind): void {
  describe(`the inbox ${name}`, () => {
    const held: { inbox: Inbox; other: Inbox } = {} as never;
    beforeAll(async () => {
      await kind.start?.();
      held.inbox = kind.open();
      held.other = kind.open();
    });
    beforeEach(() => kind.reset());
    afterAll(async () => {
      await held.inbox.close();
      await held.other.close();
      await kind.stop?.();
    });
    const both = (): { inbox: Inbox; other: Inbox } => held;
    recordTests(both);
    batchTests(both);
    leaseTests(both);
    orderTests(both);
    gapTests(both);
    readingTests(both);
  });
}

type Both = () => { inbox: Inbox; other: Inbox };

function recordTests(both: Both): void {
  it("distinguishes new, identical and different content, by application and event id", async () => {
    const { inbox, other } = both();
    const first = entry("e", { json: '{"a":1,"b":{"c":2}}', correlationId: "c" });
    expect(await inbox.record(first)).toBe("stored");
    expect(await other.record({ ...first, deliveryId: "again", json: '{"b":{"c":2.0},"a":1}' })).toBe(
      "duplicate",
    );
    expect(await other.record({ ...first, json: '{"a":2}' })).toBe("conflict");
    const long = { ...first, eventId: "evt_long", json: '{"a":9007199254740993}' };
    expect(await inbox.record(long)).toBe("stored");
    expect(await other.record({ ...long, json: '{ "a": 9007199254740993.0 }' })).toBe("duplicate");
    expect(await other.record({ ...long, json: '{"a":9007199254740992}' })).toBe("conflict");
    expect(await inbox.record({ ...first, application: "ap", eventId: "pe", json: "{}" })).toBe("stored");
    expect(await other.find("app", "e")).toMatchObject({
      ...first,
      event: { a: 1, b: { c: 2 } },
      state: "pending",
    });
    expect(await inbox.find("app", "f")).toBeUndefined();
  });

  it("stores one of many simultaneous copies, sent to one process or two", async () => {
    const { inbox, other } = both();
    const copies = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? inbox : other).record(entry("e", { deliveryId: `d${index}` })),
    );
    const results = await Promise.all(copies);
    expect(results.filter((result) => result === "stored")).toHaveLength(1);
    expect(results.filter((result) => result === "duplicate")).toHaveLength(39);
    expect(await inbox.list()).toHaveLength(1);
  });

  it("stores all of many simultaneous events, recorded by two processes in opposite order", async () => {
    const { inbox, other } = both();
    const ids = Array.from({ length: 300 }, (_, index) => `e${index}`);
    const results = await Promise.all([
      ...ids.map((id) => inbox.record(entry(id))),
      ...ids.toReversed().map((id) => other.record(entry(id))),
    ]);
    expect(results.filter((result) => result === "stored")).toHaveLength(300);
    expect(await inbox.list({ limit: 1000 })).toHaveLength(300);
  });

  it("keeps any text unchanged", async () => {
    const { inbox, other } = both();
    const json = String.raw`{"nul":"\u0000","half":"\ud800","big":123456789012345678901234567890.10,"__proto__":1,"":"ü😀"}`;
    const awkward = 'a\0b\\u0000\ud800"\n😀';
    const given = entry(awkward, {
      json,
      deliveryId: awkward,
      correlationId: awkward,
      ordering: { family: awkward, resource: awkward, version: 1 },
    });
    expect(await inbox.record(given)).toBe("stored");
    expect(
      await inbox.record(entry("e", { ordering: { ...given.ordering, resource: "\udfff" } as never })),
    ).toBe("stored");
    expect(await other.find("app", awkward)).toMatchObject(given);
    expect((await claimAt(other, 1000)).map(({ record }) => record.ordering?.resource)).toEqual([
      awkward,
      "\udfff",
    ]);
    expect(await inbox.resources({ resource: awkward })).toMatchObject([
      { family: awkward, resource: awkward },
    ]);
    expect(await inbox.list({ resource: awkward })).toMatchObject([{ eventId: awkward }]);
  });

  it("keeps any strings of events recorded together, even empty ones", async () => {
    const { inbox, other } = both();
    // Control characters are frequent, since a store may use them as separators.
    const control = fc.constantFrom("\u001c", "\u001d", "\u001e", "\u001f", "\t", "\n", "\0", "\\");
    const text = fc
      .array(fc.oneof(control, fc.string({ unit: "binary", maxLength: 3 })))
      .map((all) => all.join(""));
    const facts = fc.record({
      deliveryId: text,
      correlationId: fc.option(text, { nil: undefined }),
      ordering: fc.option(fc.record({ family: text, resource: text, version: fc.integer({ min: 1 }) }), {
        nil: undefined,
      }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: 1, maxLength: 5 }), async (all) => {
        run++;
        const given = all.map((one, index) => entry(`any ${run} ${index}`, one));
        await Promise.all(given.map((one) => inbox.record(one)));
        for (const one of given) expect(await other.find("app", one.eventId)).toMatchObject(one);
      }),
      { numRuns: 30 },
    );
  });

  it("distinguishes ids of any length", async () => {
    const { inbox } = both();
    const long = "x".repeat(100_000);
    const ids = [`${long}1`, `${long}2`] as const;
    for (const id of ids) {
      expect(await inbox.record(entry(id, { ordering: { family: long, resource: id, version: 1 } }))).toBe(
        "stored",
      );
    }
    expect(await completeAll(inbox, 1000)).toEqual(ids);
    expect((await inbox.resources({ resource: ids[1] })).map(({ version }) => version)).toEqual([1]);
  });

  it("reports that it is ready", async () => {
    await expect(both().inbox.check()).resolves.toBeUndefined();
  });
}

function leaseTests(both: Both): void {
  it("lets only one process claim a due record, oldest first", async () => {
    const { inbox, other } = both();
    for (let index = 0; index < 20; index++)
      await inbox.record(entry(`e${index}`, { receivedAt: 1000 + index }));
    expect(await claimAt(inbox, 999)).toEqual([]);
    expect((await claimAt(inbox, 1001)).map(({ record }) => record.eventId)).toEqual(["e0", "e1"]);
    const [a, b] = await Promise.all([claimAt(inbox, 2000, 9), claimAt(other, 2000, 9)]);
    const rest = await claimAt(inbox, 2000);
    const ids = [...a, ...b, ...rest].map(({ record }) => record.eventId);
    expect(ids).toHaveLength(18);
    expect(new Set(ids).size).toBe(18);
  });

  it("claims only records of the given application", async () => {
    const { inbox } = both();
    await inbox.record(entry("e", { application: "other" }));
    expect(await claimAt(inbox, 1000)).toEqual([]);
    expect(
      (await inbox.claim({ application: "other", now: 1000, leaseMs: 1, limit: 1 })).claims,
    ).toHaveLength(1);
  });

  it("lets another process claim a record once its lease has expired, and ignores the first one", async () => {
    const { inbox, other } = both();
    await inbox.record(entry("e"));
    const [first] = await claimAt(inbox, 1000);
    if (first === undefined) throw new Error("nothing was claimed");
    expect(await inbox.renew(first, 3000)).toBe(true);
    expect(await claimAt(other, 2999)).toEqual([]);
    const [second] = await claimAt(other, 3000);
    expect(second).toMatchObject({ attempt: 2, record: { eventId: "e", attempts: 2 } });
    expect(await inbox.renew(first, 9000)).toBe(false);
    expect(await inbox.complete(first, { now: 3001 })).toBe(false);
    expect(await inbox.fail(first, { now: 3001, error: "late" })).toBe(false);
    expect(await other.complete(second as never, { now: 3002 })).toBe(true);
    expect(await inbox.find("app", "e")).toMatchObject({
      state: "handled",
      settledAt: 3002,
      error: undefined,
    });
    expect(await other.complete(second as never, { now: 3003 })).toBe(false);
    expect(await claimAt(inbox, 99_999)).toEqual([]);
  });

  it("returns a failed record again when it is due, until it is dead", async () => {
    const { inbox } = both();
    await inbox.record(entry("e"));
    const [first] = await claimAt(inbox, 1000);
    expect(await inbox.fail(first as never, { now: 1001, error: "Error: a\0b", retryAt: 5000 })).toBe(true);
    expect(await inbox.find("app", "e")).toMatchObject({
      state: "pending",
      error: "Error: a\0b",
      dueAt: 5000,
    });
    expect(await claimAt(inbox, 4999)).toEqual([]);
    const [second] = await claimAt(inbox, 5000);
    expect(second?.attempt).toBe(2);
    expect(await inbox.fail(second as never, { now: 5001, error: "again" })).toBe(true);
    expect(await inbox.find("app", "e")).toMatchObject({ state: "dead", error: "again", settledAt: 5001 });
    expect(await claimAt(inbox, 99_999)).toEqual([]);
  });

  it("reports whether more is due", async () => {
    const { inbox } = both();
    for (let index = 0; index < 3; index++) await inbox.record(entry(`e${index}`));
    const request = { application: "app", now: 1000, leaseMs: 1000, limit: 2 };
    expect(await inbox.claim(request)).toMatchObject({ more: true });
    expect(await inbox.claim(request)).toMatchObject({ more: false, contended: false });
  });

  it("commits a handler's transaction together with the record", async () => {
    const { inbox, other } = both();
    for (const id of ["kept", "dropped", "abandoned"]) await inbox.record(entry(id));
    const claims = await claimAt(inbox, 1000);
    for (const claim of claims) {
      const open = await inbox.begin();
      expect(await inbox.complete(claim, { now: 1001, transaction: open })).toBe(true);
      if (claim.record.eventId === "kept") await open.commit();
      else await open.rollback(claim.record.eventId === "abandoned");
    }
    expect((await eventStates(other)).kept).toBe("handled");
  });

  it("completes nothing in a transaction if the lease was lost", async () => {
    const { inbox, other } = both();
    await inbox.record(versioned(1));
    const [first] = await claimAt(inbox, 1000);
    const [second] = await claimAt(other, 2000);
    const open = await inbox.begin();
    expect(await inbox.complete(first as never, { now: 2001, transaction: open })).toBe(false);
    await open.rollback();
    expect(await other.complete(second as never, { now: 2002 })).toBe(true);
    expect(await inbox.resources()).toMatchObject([{ version: 1 }]);
  });
}
