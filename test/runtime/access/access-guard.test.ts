import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AccessStore,
  createAccessGuard,
  createAccessQuery,
  createMemoryAccessStore,
  type SnapshotAnswer,
  UnknownAccessEventError,
} from "../../../runtime/access/index.js";
import {
  descriptor,
  type SeatChanged,
  type Seats,
  seatChanged,
  snapshot,
  subject,
} from "../../support/runtime/access/shop.js";

interface Asked {
  readonly event: string;
  answer(answer: SnapshotAnswer): Promise<void>;
  fail(): Promise<void>;
}

/** A guard whose queries the test answers one at a time. */
function guarded(store?: AccessStore<Seats>) {
  const asked: Asked[] = [];
  const query = createAccessQuery<SeatChanged, Seats>({
    descriptor,
    call: ({ event = "" }) =>
      new Promise((resolve, reject) => {
        asked.push({
          event,
          answer(answer) {
            resolve(answer);
            return settled();
          },
          fail() {
            reject(new Error("down"));
            return settled();
          },
        });
      }),
  });
  return { guard: createAccessGuard<SeatChanged, Seats>({ query, store }), asked };
}

/** Resolves after all pending promise callbacks have run. */
function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

describe("an access guard", () => {
  test("restricts an unknown subject", async () => {
    expect(await guarded().guard.check(subject)).toEqual({ kind: "restricted", reason: "unknown-subject" });
  });

  test("restricts from the event until a snapshot allows access", async () => {
    const { guard, asked } = guarded();
    const result = guard.onEvent(seatChanged(5));
    await settled();
    expect(await guard.check(subject)).toEqual({ kind: "restricted", reason: "pending" });
    await asked[0]?.answer(snapshot(5));
    expect(await result).toMatchObject({ kind: "allowed", revision: 5 });
    expect(await guard.check({ person: "p1", shop: "s1" })).toEqual(await result);
    expect(await guard.check({ ...subject, person: "p2" })).toMatchObject({ reason: "unknown-subject" });
  });

  test("restricts an allowed subject again as soon as a newer event arrives", async () => {
    const { guard, asked } = guarded();
    void guard.onEvent(seatChanged(5));
    await settled();
    await asked[0]?.answer(snapshot(5));
    void guard.onEvent(seatChanged(6));
    await settled();
    expect(await guard.check(subject)).toMatchObject({ reason: "pending" });
    await asked[1]?.answer(snapshot(6, false));
    expect(await guard.check(subject)).toEqual({ kind: "restricted", reason: "not-allowed", revision: 6 });
  });

  test("ignores an answer that is older than the newest event", async () => {
    const { guard, asked } = guarded();
    const first = guard.onEvent(seatChanged(5));
    void guard.onEvent(seatChanged(6));
    await settled();
    await asked[0]?.answer(snapshot(5));
    expect(await first).toMatchObject({ kind: "restricted", reason: "pending" });
    await asked[1]?.answer(snapshot(6));
    expect(await guard.check(subject)).toMatchObject({ kind: "allowed", revision: 6 });
  });

  test("doesn't query for an event that is already answered or outdated", async () => {
    const { guard, asked } = guarded();
    void guard.onEvent(seatChanged(5));
    await settled();
    await asked[0]?.answer(snapshot(7));
    for (const revision of [5, 4, 7]) {
      expect(await guard.onEvent(seatChanged(revision))).toMatchObject({ kind: "allowed", revision: 7 });
    }
    expect(asked).toHaveLength(1);
  });

  test("queries again on redelivery after a failure, and on refresh", async () => {
    const { guard, asked } = guarded();
    void guard.onEvent(seatChanged(5));
    await settled();
    await asked[0]?.fail();
    expect(await guard.check(subject)).toMatchObject({ reason: "call-failed", failure: { name: "Error" } });
    void guard.onEvent(seatChanged(5));
    await settled();
    await asked[1]?.answer(snapshot(4, false));
    expect(await guard.check(subject)).toMatchObject({ reason: "not-allowed", revision: 4 });
    const refreshed = guard.refresh(subject);
    await settled();
    await asked[2]?.answer(snapshot(5));
    expect(await refreshed).toMatchObject({ kind: "allowed" });
    expect(asked.map(({ event }) => event)).toEqual(["e5", "e5", "e5"]);
    const again = guard.refresh(subject);
    await settled();
    await asked[3]?.fail();
    // A failed refresh keeps the last answer, since no event has made it outdated.
    expect(await again).toMatchObject({ kind: "allowed", revision: 5 });
    expect(await guard.refresh({ shop: "s1", person: "nobody" })).toMatchObject({
      reason: "unknown-subject",
    });
  });

  test("uses the restricting answer if two answers have the same revision", async () => {
    const { guard, asked } = guarded();
    void guard.onEvent(seatChanged(5));
    void guard.onEvent(seatChanged(5));
    await settled();
    await asked[0]?.answer(snapshot(5));
    await asked[1]?.answer(snapshot(5, false));
    expect(await guard.check(subject)).toMatchObject({ reason: "not-allowed" });
    const again = guard.refresh(subject);
    await settled();
    await asked[2]?.answer(snapshot(5));
    expect(await again).toMatchObject({ reason: "not-allowed" });
  });

  test("restricts if its store fails, and rejects the event to have it retried", async () => {
    const broken: AccessStore<Seats> = {
      get: () => Promise.reject(Object.assign(new Error("secret"), { code: "ECONNREFUSED" })),
      update: () => Promise.reject(new Error("secret")),
    };
    const { guard, asked } = guarded(broken);
    expect(await guard.check(subject)).toEqual({
      kind: "restricted",
      reason: "store-failed",
      failure: { name: "Error", code: "ECONNREFUSED" },
    });
    await expect(guard.onEvent(seatChanged(5))).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  test("stores only the query of an event", async () => {
    const kept: unknown[] = [];
    const memory = createMemoryAccessStore<Seats>();
    const store: AccessStore<Seats> = {
      get: memory.get,
      update: async (key, change) => {
        const record = await memory.update(key, change);
        kept.push(key, record);
        return record;
      },
    };
    const { guard } = guarded(store);
    void guard.onEvent({ ...seatChanged(5), verification_token: "secret" } as SeatChanged);
    await settled();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain("secret");
  });

  test("refuses another kind of event, and restricts if the event has no subject", async () => {
    const { guard, asked } = guarded();
    await expect(guard.onEvent({ kind: "other" } as never)).rejects.toThrow(UnknownAccessEventError);
    expect(await guard.onEvent({ ...seatChanged(5), of: {} } as never)).toMatchObject({
      reason: "event-invalid",
    });
    expect(asked).toEqual([]);
  });

  test("never allows access based on data older than the newest event, in any order of events and answers", async () => {
    const revision = fc.integer({ min: 1, max: 3 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant("event" as const), revision }),
      fc.record({ kind: fc.constant("refresh" as const) }),
      fc.record({
        kind: fc.constant("answer" as const),
        which: fc.nat(),
        /** The answer's revision minus the revision of the event that caused the query. */
        ahead: fc.constantFrom(0, 0, 0, 1, 2, -1, undefined),
        may: fc.constantFrom(true, true, false, "broken"),
      }),
      fc.record({ kind: fc.constant("fail" as const), which: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16, size: "max" }), async (steps) => {
        const { guard, asked } = guarded();
        const open: Asked[] = [];
        const allowed = new Set<number>();
        const refused: number[] = [];
        let newest = 0;
        let before = 0;
        for (const each of steps) {
          if (each.kind === "event") {
            newest = Math.max(newest, each.revision);
            void guard.onEvent(seatChanged(each.revision));
          } else if (each.kind === "refresh") void guard.refresh(subject);
          await settled();
          open.push(...asked.splice(0));
          if ((each.kind === "answer" || each.kind === "fail") && open.length > 0) {
            const [question] = open.splice(each.which % open.length, 1);
            if (each.kind === "fail") await question?.fail();
            else {
              const at = each.ahead === undefined ? undefined : Number(question?.event.slice(1)) + each.ahead;
              if (each.may === true && at !== undefined) allowed.add(at);
              if (each.may === false && at !== undefined) refused.push(at);
              await question?.answer(snapshot(at, each.may));
            }
          }
          const access = await guard.check(subject);
          if (access.kind !== "allowed") continue;
          expect(access.revision).toBeGreaterThanOrEqual(Math.max(newest, before));
          expect(allowed).toContain(access.revision);
          expect(refused.every((at) => at < access.revision)).toBe(true);
          before = access.revision;
        }
      }),
      { numRuns: 300 },
    );
  });
});
