import fc from "fast-check";
import { expect, it } from "vitest";
import type { Claim, Inbox } from "../../../../runtime/webhook/index.js";
import { claimAt, completeAll, entry, eventStates, versioned } from "./entries.js";

type Both = () => { inbox: Inbox; other: Inbox };

/** Tests of the order of a resource's events. */
export function orderTests(both: Both): void {
  it("starts at 0, handles the next version and those it unblocks, and keeps events beyond a gap waiting", async () => {
    const { inbox } = both();
    for (const version of [3, 5, 2]) await inbox.record(versioned(version));
    expect(await completeAll(inbox, 1000)).toEqual([]);
    expect(await inbox.resources()).toMatchObject([{ version: 0, waiting: [2, 3, 5] }]);
    await inbox.record(versioned(1));
    expect(await completeAll(inbox, 1000)).toEqual(["v1", "v2", "v3"]);
    expect(await inbox.resources()).toEqual([
      { application: "app", family: "things", resource: "r", version: 3, waiting: [5] },
    ]);
    expect(await eventStates(inbox)).toEqual({ v1: "handled", v2: "handled", v3: "handled", v5: "waiting" });
  });

  it("only records an outdated version, and a second event of the same version", async () => {
    const { inbox, other } = both();
    for (const version of [1, 2]) await inbox.record(versioned(version));
    await completeAll(inbox, 1000);
    await inbox.record(versioned(1, { eventId: "late" }));
    await inbox.record(versioned(3, { eventId: "first" }));
    await inbox.record(versioned(3, { eventId: "second" }));
    await inbox.record(versioned(5, { eventId: "fifth" }));
    await other.record(versioned(5, { eventId: "fifth again" }));
    expect(await completeAll(inbox, 1000)).toEqual(["first"]);
    expect(await eventStates(inbox)).toMatchObject({
      late: "superseded",
      second: "superseded",
      fifth: "waiting",
      "fifth again": "superseded",
    });
  });

  it("allows one claim per resource at a time, across processes", async () => {
    const { inbox, other } = both();
    for (const version of [1, 2]) await inbox.record(versioned(version));
    await inbox.record(versioned(1, { eventId: "same version" }));
    const [running] = await claimAt(inbox, 1000);
    expect(running?.record.eventId).toBe("v1");
    await other.record(versioned(1, { eventId: "same version, later" }));
    expect(await claimAt(other, 1000)).toEqual([]);
    expect(await claimAt(inbox, 1000)).toEqual([]);
    await inbox.complete(running as Claim, { now: 1001 });
    expect((await claimAt(other, 1001)).map(({ record }) => record.eventId)).toEqual(["v2"]);
  });

  it("orders each family, resource and application separately, and doesn't order events without a version", async () => {
    const { inbox } = both();
    await inbox.record(versioned(1, { eventId: "a" }));
    await inbox.record(versioned(1, { eventId: "b", family: "news" }));
    await inbox.record(versioned(1, { eventId: "c", resource: "q" }));
    await inbox.record({ ...versioned(1, { eventId: "d" }), application: "other" });
    await inbox.record(versioned(2, { eventId: "e", family: "ne", resource: "wsr" }));
    await inbox.record(entry("f"));
    expect((await completeAll(inbox, 1000)).sort()).toEqual(["a", "b", "c", "f"]);
    expect((await eventStates(inbox)).e).toBe("waiting");
  });

  it("keeps a resource waiting behind a dead event until that is retried", async () => {
    const { inbox } = both();
    for (const version of [1, 2, 3]) await inbox.record(versioned(version));
    const [first] = await claimAt(inbox, 1000);
    await inbox.fail(first as Claim, { now: 1001, error: "no" });
    expect(await completeAll(inbox, 99_999)).toEqual([]);
    expect(await inbox.retry({ eventId: "v1" }, 100_000)).toBe(1);
    expect(await inbox.find("app", "v1")).toMatchObject({ state: "pending", attempts: 0, error: "no" });
    expect(await completeAll(inbox, 100_000)).toEqual(["v1", "v2", "v3"]);
  });

  it("continues after a dead event is purged", async () => {
    const { inbox } = both();
    for (const version of [1, 2]) await inbox.record(versioned(version));
    const [first] = await claimAt(inbox, 1000);
    await completeAll(inbox, 1000);
    await inbox.fail(first as Claim, { now: 1001, error: "no" });
    expect(await inbox.purge({ states: ["dead"] }, 1002)).toBe(1);
    expect(await inbox.find("app", "v1")).toBeUndefined();
    expect(await completeAll(inbox, 1002)).toEqual(["v2"]);
    expect(await inbox.record(versioned(1))).toBe("stored");
    expect(await completeAll(inbox, 1002)).toEqual([]);
  });

  it("handles versions 1 to n in order, despite any order of arrival, repetition, crash or failure", async () => {
    const { inbox, other } = both();
    let round = 0;
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("deliver" as const),
          version: fc.integer({ min: 1, max: 6 }),
          copy: fc.integer({ min: 0, max: 1 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constantFrom("complete" as const, "fail" as const, "crash" as const),
          process: fc.boolean(),
          limit: fc.integer({ min: 1, max: 3 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const resource = `r${round++}`;
        const handled: number[] = [];
        let now = round * 1_000_000;
        const deliver = (version: number, copy: number) =>
          inbox.record(
            versioned(version, { resource, eventId: `${resource} v${version} ${copy}`, receivedAt: now }),
          );
        const finish = async (claim: Claim, at: Inbox): Promise<void> => {
          if (await at.complete(claim, { now })) handled.push(claim.record.ordering?.version ?? 0);
        };
        for (const each of steps) {
          if (each.kind === "deliver") await deliver(each.version, each.copy);
          else if (each.kind === "wait") now += 1000;
          else {
            const at = each.process ? inbox : other;
            for (const claim of await claimAt(at, now, each.limit)) {
              if (each.kind === "complete") await finish(claim, at);
              if (each.kind === "fail") await at.fail(claim, { now, error: "no", retryAt: now + 500 });
            }
          }
        }
        for (let version = 1; version <= 6; version++) await deliver(version, 0);
        for (let turn = 0; turn < 30; turn++) {
          now += 1000;
          for (const claim of await claimAt(turn % 2 === 0 ? inbox : other, now)) await finish(claim, inbox);
        }
        expect(handled).toEqual([1, 2, 3, 4, 5, 6]);
      }),
      { numRuns: 25 },
    );
  });
}
