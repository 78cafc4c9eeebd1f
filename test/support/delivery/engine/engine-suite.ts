import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVirtualClock, drive, type Store } from "../../../../delivery/index.js";
import { faultyStore } from "./faulty-store.js";
import {
  answered,
  attemptsIn,
  deliveriesIn,
  failed,
  makeEvent,
  type Subject,
  start,
  subjectOn,
} from "./subject.js";

const hour = 3_600_000;

/** What an engine does on every store. */
export function engineSuite(name: string, open: () => Promise<Store>): void {
  describe(`the engine on ${name}`, () => {
    let store: Store;
    let subject: Subject;
    beforeEach(async () => {
      store = await open();
      await store.migrate();
      subject = subjectOn(store);
      await subject.endpoint();
    });
    afterEach(() => store.close());

    const publish = (id: string, application = "app-1") =>
      subject.engine.publish(makeEvent(id, application), { application });

    it("delivers an event once, signed, and records the attempt", async () => {
      const outcome = await publish("evt-1");
      expect(outcome).toMatchObject({ kind: "published", eventId: "evt-1", isRepeated: false });
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(1);
      expect(JSON.parse(subject.seen[0]?.body ?? "")).toMatchObject(makeEvent("evt-1"));
      expect(await deliveriesIn(store)).toMatchObject([
        { state: "delivered", attempts: 1, status: 204, error: null, settled_at: start },
      ]);
      expect(await attemptsIn(store)).toMatchObject([
        { number: 1, status: 204, error: null, duration_ms: 7, secret_version: 3, started_at: start },
      ]);
      expect(await subject.engine.nextDueAt()).toBeUndefined();
    });

    it("makes eight attempts over days, each signed anew, and then gives up", async () => {
      subject.receiver.answer = () => answered(503);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 100 * hour);
      expect(await deliveriesIn(store)).toMatchObject([
        { state: "failed", attempts: 8, status: 503, error: "http-503" },
      ]);
      expect((await attemptsIn(store)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(subject.seen).toHaveLength(8);
      const values = (header: string) => new Set(subject.seen.map(({ headers }) => headers[header])).size;
      expect(values("X-SVC-Delivery-ID")).toBe(1);
      expect(values("X-SVC-Event-ID")).toBe(1);
      expect(values("X-SVC-Request-Nonce")).toBe(8);
      expect(values("X-SVC-Signature")).toBe(8);
      expect(new Set(subject.seen.map(({ body }) => body)).size).toBe(1);
    });

    it("waits as long as the receiver asks", async () => {
      subject.receiver.answer = ({ at }) =>
        at === start ? answered(429, { "retry-after": "7200" }) : answered(204);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 10 * hour);
      expect(subject.seen.map(({ at }) => at - start)).toEqual([0, 2 * hour]);
    });

    it.each([400, 401, 403, 404, 410, 422, 302])("gives up at once after %i", async (status) => {
      subject.receiver.answer = () => answered(status);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 10 * hour);
      expect(subject.seen).toHaveLength(1);
      expect(await deliveriesIn(store)).toMatchObject([{ state: "failed", attempts: 1, status }]);
    });

    it("begins first attempts in the order of publication", async () => {
      const ids = Array.from({ length: 150 }, (_, index) => `evt-${index}`);
      const outcomes = await subject.engine.publishAll(
        ids.map((id) => ({ event: makeEvent(id), application: "app-1" })),
      );
      expect(outcomes.every(({ kind }) => kind === "published")).toBe(true);
      await subject.engine.runDue();
      expect(subject.seen.map(({ eventId }) => eventId)).toEqual(ids);
    });

    it("opens the circuit of a failing endpoint, probes it once, and closes it again", async () => {
      subject.receiver.answer = () => failed("connection-reset");
      for (let index = 0; index < 20; index++) await publish(`evt-${index}`);
      await subject.engine.runDue();
      const before = subject.seen.length;
      expect(before).toBeLessThanOrEqual(6);
      expect(subject.changes).toMatchObject([{ change: "circuit-opened", reason: "connection-reset" }]);
      const probeAt = (await subject.engine.nextDueAt()) ?? 0;
      expect(probeAt).toBeGreaterThan(start);
      subject.clock.advanceTo(probeAt);
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(before + 1);
      subject.receiver.answer = () => answered(204);
      await drive(subject.engine, subject.clock, start + hour);
      expect(subject.changes.at(-1)).toMatchObject({ change: "circuit-closed" });
      const deliveries = await deliveriesIn(store);
      expect(deliveries.filter(({ state }) => state === "delivered")).toHaveLength(20);
    });

    it("pauses an endpoint after ten deliveries in a row failed for good, and keeps the rest", async () => {
      subject.receiver.answer = () => answered(410);
      for (let index = 0; index < 15; index++) await publish(`evt-${index}`);
      await drive(subject.engine, subject.clock, start + 10 * hour);
      const [endpoint] = await store.db.selectFrom("endpoints").selectAll().execute();
      expect(endpoint).toMatchObject({ state: "paused", pause_reason: expect.stringContaining("http-410") });
      const states = (await deliveriesIn(store)).map(({ state }) => state);
      expect(states.filter((state) => state === "failed")).toHaveLength(10);
      expect(states.filter((state) => state === "pending")).toHaveLength(5);
      expect(await store.db.selectFrom("audit").selectAll().execute()).toMatchObject([
        { action: "endpoint-paused", actor: "engine", subject: "endpoint-app-1" },
      ]);
    });

    it("counts what a crash interrupted as an attempt, and tries it again", async () => {
      subject.receiver.answer = () => new Promise(() => {});
      await publish("evt-1");
      void subject.engine.runDue();
      await expect.poll(() => subject.seen.length).toBe(1);
      // The first engine is gone: its clock stands still, so nothing renews its lease.
      const second = subjectOn(store, { with: { ...subject, clock: createVirtualClock(start) } });
      second.receiver.answer = () => answered(204);
      await second.engine.runDue();
      expect(second.seen).toHaveLength(1);
      await drive(second.engine, second.clock, start + hour);
      expect(await deliveriesIn(store)).toMatchObject([{ state: "delivered", attempts: 2 }]);
      expect(await attemptsIn(store)).toMatchObject([
        { number: 1, error: "interrupted" },
        { number: 2, status: 204 },
      ]);
    });

    it("fails what isn't granted any more, without an attempt", async () => {
      await publish("evt-1");
      const record = subject.applications.get("app-1");
      if (record !== undefined) subject.applications.set("app-1", { ...record, grantedEventTypes: [] });
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(0);
      expect(await deliveriesIn(store)).toMatchObject([
        { state: "failed", error: "type-not-granted", attempts: 0 },
      ]);
    });

    it("fails a delivery whose event somebody deleted, and goes on with the next", async () => {
      await publish("evt-1");
      await publish("evt-2");
      await store.db.deleteFrom("events").where("event_id", "=", "evt-1").execute();
      await subject.engine.runDue();
      expect(await deliveriesIn(store)).toMatchObject([
        { state: "failed", error: "event-missing" },
        { state: "delivered" },
      ]);
    });

    it("delivers nothing to a paused endpoint until it is resumed", async () => {
      await store.db.updateTable("endpoints").set({ state: "paused" }).execute();
      expect(await publish("evt-1")).toMatchObject({ kind: "published" });
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(0);
      await store.db.updateTable("endpoints").set({ state: "active" }).execute();
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(1);
    });

    it("finds within a minute what waits although its lane is idle", async () => {
      await publish("evt-1");
      // As after a resumption that didn't see a publication which wasn't committed yet.
      subject.engine.start();
      await expect.poll(() => subject.seen.length).toBe(1);
      await subject.engine.runDue();
      await store.db.updateTable("endpoints").set({ state: "paused" }).execute();
      await publish("evt-2");
      await subject.engine.runDue();
      await store.db.updateTable("lanes").set({ ready_at: null }).execute();
      await store.db.updateTable("endpoints").set({ state: "active" }).execute();
      await subject.engine.runDue();
      expect(subject.seen).toHaveLength(1);
      subject.clock.advanceBy(60_000);
      await subject.engine.runDue();
      expect(subject.seen.map(({ eventId }) => eventId)).toEqual(["evt-1", "evt-2"]);
      await subject.engine.stop();
    });

    it("goes on at once under its name with what its crash interrupted", async () => {
      subject.receiver.answer = () => new Promise(() => {});
      const first = subjectOn(store, { with: subject, owner: "engine-1" });
      await publish("evt-1");
      void first.engine.runDue();
      await expect.poll(() => subject.seen.length).toBe(1);
      subject.receiver.answer = () => answered(204);
      const stranger = subjectOn(store, { with: subject, owner: "engine-2" });
      await stranger.engine.runDue();
      expect(subject.seen).toHaveLength(1);
      const again = subjectOn(store, { with: subject, owner: "engine-1" });
      await again.engine.runDue();
      expect(subject.clock.now()).toBe(start);
      expect(await deliveriesIn(store)).toMatchObject([{ state: "delivered", attempts: 2 }]);
      expect((await attemptsIn(store)).map(({ error }) => error)).toEqual(["interrupted", null]);
    });

    it("isn't held up by endpoints that hang", async () => {
      const fast = Array.from({ length: 20 }, (_, index) => `fast-${index}`);
      for (const application of ["slow-1", "slow-2", ...fast]) await subject.endpoint(application);
      subject.receiver.answer = ({ url }) => (url.includes("slow") ? new Promise(() => {}) : answered(204));
      const applications = ["slow-1", "slow-2", ...fast];
      await subject.engine.publishAll(
        [0, 1, 2, 3].flatMap((round) =>
          applications.map((application) => ({
            event: makeEvent(`evt-${application}-${round}`, application),
            application,
          })),
        ),
      );
      void subject.engine.runDue();
      const delivered = () => subject.attempts.filter(({ state }) => state === "delivered").length;
      await expect.poll(delivered).toBe(80);
    });

    it("shares deliveries between two engines and makes each attempt once", async () => {
      for (let index = 0; index < 30; index++) await subject.endpoint(`many-${index}`);
      const second = subjectOn(store, { with: subject });
      await subject.engine.publishAll(
        Array.from({ length: 300 }, (_, index) => {
          const application = `many-${index % 30}`;
          return { event: makeEvent(`evt-${index}`, application), application };
        }),
      );
      await Promise.all([subject.engine.runDue(), second.engine.runDue()]);
      expect(subject.seen).toHaveLength(300);
      expect(new Set(subject.seen.map(({ deliveryId }) => deliveryId)).size).toBe(300);
    });

    it("goes on by itself once the store is back", async () => {
      const faulty = faultyStore(store);
      const second = subjectOn(faulty, { with: subject });
      await publish("evt-1");
      faulty.faults = ["before", "after", "before"];
      second.engine.start();
      await expect.poll(() => second.failures.length).toBe(1);
      // Each pause before the next try is on the clock.
      const step = () => {
        subject.clock.advanceBy(1000);
        return second.attempts.filter(({ state }) => state === "delivered").length;
      };
      await expect.poll(step).toBe(1);
      await second.engine.stop();
      expect(second.failures).toHaveLength(3);
      const [delivery] = await deliveriesIn(store);
      expect(delivery?.state).toBe("delivered");
    });

    it("aborts at the deadline of its stop what doesn't end, and counts it as an attempt", async () => {
      let aborted: (result: ReturnType<typeof failed>) => void = () => {};
      subject.receiver.answer = () =>
        new Promise((resolve) => {
          aborted = resolve;
        });
      await publish("evt-1");
      subject.engine.start();
      await expect.poll(() => subject.seen.length).toBe(1);
      const stopped = subject.engine.stop({ deadlineMs: 3000 });
      expect(subject.signals[0]?.aborted).toBe(false);
      subject.clock.advanceBy(3000);
      expect(subject.signals[0]?.aborted).toBe(true);
      aborted(failed("connection-reset"));
      await stopped;
      expect(await deliveriesIn(store)).toMatchObject([{ state: "pending", attempts: 1 }]);
      expect(await store.db.selectFrom("lanes").select("lease_owner").execute()).toEqual([
        { lease_owner: null },
      ]);
    });

    it("stops: waits for what is under way and gives its leases back", async () => {
      let answer: (result: ReturnType<typeof answered>) => void = () => {};
      subject.receiver.answer = () =>
        new Promise((resolve) => {
          answer = resolve;
        });
      await publish("evt-1");
      subject.engine.start();
      await expect.poll(() => subject.seen.length).toBe(1);
      const stopped = subject.engine.stop();
      answer(answered(204));
      await stopped;
      expect(await deliveriesIn(store)).toMatchObject([{ state: "delivered" }]);
      expect(await store.db.selectFrom("lanes").selectAll().execute()).toMatchObject([
        { lease_owner: null, ready_at: null },
      ]);
    });
  });
}
