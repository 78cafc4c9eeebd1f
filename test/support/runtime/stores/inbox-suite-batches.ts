import fc from "fast-check";
import { expect, it } from "vitest";
import type { Inbox, InboxResult } from "../../../../runtime/webhook/index.js";
import { claimAt, completeAll, entry, versioned } from "./entries.js";

type Both = () => { inbox: Inbox; other: Inbox };

/** Events of one request: all of them are recorded, or none. */
export function batchTests(both: Both): void {
  const idsIn = async (inbox: Inbox) => (await inbox.list({ limit: 10_000 })).map(({ eventId }) => eventId);

  it("records several events at once, in their order, and keeps when they happened", async () => {
    const { inbox, other } = both();
    const batch = [entry("b", { occurredAt: 900 }), entry("a"), entry("c", { occurredAt: -1 })];
    expect(await inbox.recordAll(batch)).toEqual(["stored", "stored", "stored"]);
    const records = await other.list();
    expect(records.map(({ eventId, occurredAt }) => [eventId, occurredAt])).toEqual([
      ["b", 900],
      ["a", undefined],
      ["c", -1],
    ]);
    expect(await completeAll(other, 1000)).toEqual(["b", "a", "c"]);
    expect(await inbox.recordAll([])).toEqual([]);
  });

  it("records nothing if one of several is a conflict, unless it is told to", async () => {
    const { inbox, other } = both();
    await inbox.record(entry("a"));
    const batch = [entry("b"), entry("a", { json: "{}" }), entry("a"), entry("b", { json: " {} " })];
    const results = ["stored", "conflict", "duplicate", "conflict"];
    expect(await other.recordAll(batch)).toEqual(results);
    expect(await idsIn(inbox)).toEqual(["a"]);
    expect(await claimAt(inbox, 1000)).toHaveLength(1);
    expect(await other.recordAll(batch, { despiteConflicts: true })).toEqual(results);
    expect(await idsIn(inbox)).toEqual(["a", "b"]);
    expect((await inbox.find("app", "b"))?.json).toBe(entry("b").json);
  });

  it("records any batches as one after the other would be", async () => {
    const { inbox, other } = both();
    const item = fc.record({
      id: fc.nat({ max: 9 }),
      json: fc.constantFrom("{}", '{"a":1}', ' { "a" : 1.0 } '),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(item, { maxLength: 6 }), { maxLength: 5 }), async (batches) => {
        const application = `app ${run++}`;
        const model = new Map<number, string>();
        for (const [index, batch] of batches.entries()) {
          const draft = new Map(model);
          const wanted = batch.map(({ id, json }): InboxResult => {
            const value = JSON.stringify(JSON.parse(json));
            const known = draft.get(id);
            if (known === undefined) draft.set(id, value);
            if (known === undefined) return "stored";
            if (known === value) return "duplicate";
            return "conflict";
          });
          if (!wanted.includes("conflict")) for (const [id, value] of draft) model.set(id, value);
          const entries = batch.map(({ id, json }) => entry(`e${id}`, { application, json }));
          expect(await (index % 2 === 0 ? inbox : other).recordAll(entries)).toEqual(wanted);
          const found = await inbox.list({ application });
          expect(found.map(({ eventId }) => eventId)).toEqual([...model.keys()].map((id) => `e${id}`));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("records each event once, whatever batches two processes record at once", async () => {
    const { inbox, other } = both();
    const ids = Array.from({ length: 60 }, (_, index) => `e${index}`);
    const batches = Array.from({ length: 12 }, (_, index) => {
      const part = ids.slice(index * 4, index * 4 + 16);
      return (index % 2 === 0 ? part : part.toReversed()).map((id) => entry(id));
    });
    const results = await Promise.all(
      batches.map((batch, index) => (index % 2 === 0 ? inbox : other).recordAll(batch)),
    );
    const stored = results.flatMap((all, index) =>
      all.flatMap((result, at) => (result === "stored" ? [batches[index]?.[at]?.eventId] : [])),
    );
    const wanted = new Set(batches.flat().map(({ eventId }) => eventId));
    expect(stored.toSorted()).toEqual([...wanted].sort());
    expect((await idsIn(inbox)).toSorted()).toEqual([...wanted].sort());
    expect(results.flat()).not.toContain("conflict");
  });

  it("handles the versions in a batch in order", async () => {
    const { inbox } = both();
    await inbox.recordAll([versioned(2), versioned(3), versioned(1)]);
    expect(await completeAll(inbox, 1000)).toEqual(["v1", "v2", "v3"]);
  });

  it("records a batch with thousands of events", async () => {
    const { inbox, other } = both();
    const batch = Array.from({ length: 5000 }, (_, index) => entry(`e${index}`));
    expect(new Set(await inbox.recordAll(batch))).toEqual(new Set(["stored"]));
    expect(new Set(await other.recordAll(batch))).toEqual(new Set(["duplicate"]));
    expect(await idsIn(inbox)).toEqual(batch.map(({ eventId }) => eventId));
  });
}
