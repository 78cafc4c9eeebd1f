import { describe, expect, it } from "vitest";
import { createExpiringMap } from "../../../runtime/stores/expiring-map.js";
import { createMemoryInbox, createMemoryNonces, type InboxRecord } from "../../../runtime/webhook/index.js";

const record = (changes: Partial<InboxRecord> = {}): InboxRecord => ({
  application: "app",
  eventId: "e-1",
  eventType: "t",
  deliveryId: "d-1",
  correlationId: undefined,
  event: { a: 1, b: { c: 2 } },
  test: false,
  receivedAt: 0,
  ...changes,
});

describe("createMemoryNonces", () => {
  it("reserves once, per application, until the nonce expires", async () => {
    let now = 0;
    const nonces = createMemoryNonces({ now: () => now });
    expect(await nonces.reserve("app", "n", 1000)).toBe(true);
    now = 999;
    expect(await nonces.reserve("app", "n", 5000)).toBe(false);
    expect(await nonces.reserve("other", "n", 5000)).toBe(true);
    expect(await nonces.reserve("ap", "pn", 5000)).toBe(true);
    now = 1000;
    expect(await nonces.reserve("app", "n", 5000)).toBe(true);
  });
});

describe("createMemoryInbox", () => {
  it("tells new, same and other content apart, by application and event id", async () => {
    const inbox = createMemoryInbox({ now: () => 0 });
    expect(await inbox.record(record())).toBe("stored");
    expect(await inbox.record(record({ deliveryId: "d-2", event: { b: { c: 2 }, a: 1 } }))).toBe("duplicate");
    expect(await inbox.record(record({ event: { a: 2 } }))).toBe("conflict");
    expect(await inbox.record(record({ application: "other", event: { a: 2 } }))).toBe("stored");
    expect(await inbox.find("app", "e-1")).toEqual(record());
    expect(await inbox.find("app", "e-2")).toBeUndefined();
  });

  it("keeps what it was given, whatever happens to the object later", async () => {
    const inbox = createMemoryInbox({ now: () => 0 });
    const event = { list: [1] };
    await inbox.record(record({ event }));
    event.list.push(2);
    expect((await inbox.find("app", "e-1"))?.event).toEqual({ list: [1] });
  });

  it("forgets after the retention time", async () => {
    let now = 0;
    const inbox = createMemoryInbox({ now: () => now, retentionMs: 10 });
    await inbox.record(record());
    now = 10;
    expect(await inbox.list()).toEqual([]);
    expect(await inbox.record(record({ event: {} }))).toBe("stored");
  });
});

describe("createExpiringMap", () => {
  it("doesn't grow with what has expired", () => {
    let now = 0;
    const map = createExpiringMap<number>(() => now);
    for (; now < 10_000; now++) map.set(`key ${now}`, now, now + 100);
    expect(map.size()).toBe(100);
    expect(map.values()).toHaveLength(99);
  });
});
