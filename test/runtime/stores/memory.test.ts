import { describe, expect, it } from "vitest";
import { createMemoryInbox, createMemoryNonces, type Inbox } from "../../../runtime/webhook/index.js";
import { claimAt, completeAll, entry } from "../../support/runtime/stores/entries.js";
import { inboxSuite } from "../../support/runtime/stores/inbox-suite.js";
import { nonceSuite } from "../../support/runtime/stores/nonce-suite.js";

let inbox = createMemoryInbox({ now: () => 0 });
/** Forwards to the newest inbox. */
const current = new Proxy({} as Inbox, { get: (_, name) => Reflect.get(inbox, name) });
inboxSuite("in memory", {
  open: () => current,
  reset: async () => {
    inbox = createMemoryInbox({ now: () => 0 });
  },
});
nonceSuite("in memory", { open: (now) => createMemoryNonces({ now }) });

describe("createMemoryInbox", () => {
  it("isn't affected by changes to a returned record", async () => {
    const memory = createMemoryInbox({ now: () => 0 });
    await memory.record(entry("e", { json: '{"list":[1]}' }));
    const first = await memory.find("app", "e");
    (first as unknown as { event: { list: number[] } }).event.list.push(2);
    expect((await memory.find("app", "e"))?.event).toEqual({ list: [1] });
  });

  it("removes settled events after the retention time, and no others", async () => {
    let now = 1000;
    const memory = createMemoryInbox({ now: () => now, retentionMs: 10 });
    await memory.record(entry("done"));
    await completeAll(memory, now);
    await memory.record(entry("open"));
    now = 1010;
    expect((await memory.list()).map(({ eventId }) => eventId)).toEqual(["open"]);
    expect(await memory.record(entry("done", { json: "{}" }))).toBe("stored");
    expect(await claimAt(memory, now)).toHaveLength(2);
  });

  it("rejects new records when it is full", async () => {
    const memory = createMemoryInbox({ maxRecords: 1 });
    await memory.record(entry("a"));
    expect(() => memory.record(entry("b"))).toThrow(expect.objectContaining({ code: "store-full" }));
    expect(await memory.record(entry("a"))).toBe("duplicate");
  });
});
