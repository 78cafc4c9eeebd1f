import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drive, type Store } from "../../../../delivery/index.js";
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

const minute = 60_000;
const hour = 60 * minute;

/** How long an engine tries, and how it treats endpoints that take no more. */
export function patienceSuite(name: string, open: () => Promise<Store>): void {
  describe(`the patience of the engine on ${name}`, () => {
    let store: Store;
    let subject: Subject;
    beforeEach(async () => {
      store = await open();
      await store.migrate();
      subject = subjectOn(store);
      await subject.endpoint();
    });
    afterEach(() => store.close());

    const publish = (id: string) => subject.engine.publish(makeEvent(id), { application: "app-1" });
    const publishMany = (count: number) =>
      subject.engine.publishAll(
        Array.from({ length: count }, (_, index) => ({
          event: makeEvent(`evt-${index}`),
          application: "app-1",
        })),
      );
    const states = async () => {
      const counts: Record<string, number> = {};
      for (const { state } of await deliveriesIn(store)) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    };

    it.each([10 * minute, hour, 8 * hour, 24 * hour])(
      "loses nothing for an endpoint that is down for %i ms",
      async (down) => {
        subject.receiver.answer = ({ at }) => answered(at - start < down ? 503 : 204);
        await publish("evt-1");
        await drive(subject.engine, subject.clock, start + 40 * hour);
        expect(await states()).toEqual({ delivered: 1 });
      },
    );

    it("tries eight times in more than a day, at first soon", async () => {
      subject.receiver.answer = () => answered(503);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 100 * hour);
      const times = subject.seen.map(({ at }) => at - start);
      expect(times).toHaveLength(8);
      expect(times[1]).toBeLessThanOrEqual(6000);
      expect(times[7]).toBeGreaterThan(24 * hour);
    });

    it("gives up an event that is too old, and tells why its last attempt failed", async () => {
      subject = subjectOn(store, { with: subject, settings: { maxAgeMs: hour } });
      subject.receiver.answer = () => answered(503);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 100 * hour);
      expect(await deliveriesIn(store)).toMatchObject([{ state: "failed", error: "http-503", attempts: 4 }]);
      expect(subject.seen.at(-1)?.at).toBeLessThan(start + hour);
    });

    it("gives an old event that is redelivered all its attempts", async () => {
      subject.receiver.answer = () => answered(410);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 200 * hour);
      subject.receiver.answer = ({ at }) => answered(at < start + 210 * hour ? 503 : 204);
      const redelivery = { application: "app-1", eventId: "evt-1", operationId: "op-1", actor: "ada" };
      await subject.engine.redeliver(redelivery);
      await drive(subject.engine, subject.clock, start + 300 * hour);
      expect(await states()).toEqual({ delivered: 1 });
    });

    it("counts no attempt that an endpoint refuses since it takes no more, and lets it rest", async () => {
      subject.receiver.answer = ({ at }) =>
        at - start < hour ? answered(429, { "retry-after": "60" }) : answered(204);
      await publishMany(3);
      await drive(subject.engine, subject.clock, start + 2 * hour);
      expect(await states()).toEqual({ delivered: 3 });
      // One request a minute, not one for each event.
      expect(subject.seen.length).toBeLessThanOrEqual(64);
      expect((await deliveriesIn(store)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      const numbers = (await attemptsIn(store)).map(({ delivery, number }) => `${delivery}/${number}`);
      expect(new Set(numbers).size).toBe(subject.seen.length);
      expect(subject.changes).toEqual([]);
    });

    it("lets no answer stop an endpoint for longer than the longest wait", async () => {
      const year = 365 * 24 * hour;
      subject.receiver.answer = ({ at }) =>
        at === start ? answered(429, { "retry-after": `${year / 1000}` }) : answered(204);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 11 * hour);
      expect(await states()).toEqual({ delivered: 1 });
    });

    it("gives up what an endpoint refuses for longer than the event's age", async () => {
      subject.receiver.answer = () => answered(429);
      await publish("evt-1");
      await drive(subject.engine, subject.clock, start + 100 * hour);
      expect(await deliveriesIn(store)).toMatchObject([{ state: "failed", error: "http-429" }]);
      expect(subject.seen.length).toBeLessThan(1000);
    });

    it.each([1, 5])("delivers a burst to an endpoint that takes %i in a second", async (rate) => {
      const taken = new Map<number, number>();
      subject.receiver.answer = ({ at }) => {
        const second = Math.floor(at / 1000);
        taken.set(second, (taken.get(second) ?? 0) + 1);
        return (taken.get(second) as number) > rate ? answered(429, { "retry-after": "1" }) : answered(204);
      };
      await publishMany(100);
      await drive(subject.engine, subject.clock, start + hour);
      expect(await states()).toEqual({ delivered: 100 });
      expect((await deliveriesIn(store)).every(({ attempts }) => attempts === 1)).toBe(true);
      // Most requests are taken, once the pace is known.
      expect(subject.seen.length).toBeLessThan(160);
      expect(subject.seen.at(-1)?.at).toBeLessThan(start + (300 / rate) * 1000);
    });

    it.each([5, 0.5])(
      "sends no more than %d requests in a second to an endpoint that asks for it",
      async (rate) => {
        await store.db.updateTable("endpoints").set({ rate }).execute();
        await publishMany(40);
        await drive(subject.engine, subject.clock, start + hour);
        expect(await states()).toEqual({ delivered: 40 });
        const times = subject.seen.map(({ at }) => at);
        const quota = Math.max(1, Math.floor(rate));
        const early = times.filter((at, index) => at - (times[index - quota] ?? 0) < (1000 * quota) / rate);
        expect(early).toEqual([]);
        expect(times.at(-1)).toBeLessThanOrEqual(start + (40 / rate) * 1000 + 10_000);
      },
    );

    it("holds nothing against an endpoint while this machine has no connections left", async () => {
      subject.receiver.answer = ({ at }) =>
        at - start < minute ? failed("sender-exhausted") : answered(204);
      await publishMany(3);
      await drive(subject.engine, subject.clock, start + hour);
      expect(await states()).toEqual({ delivered: 3 });
      expect((await deliveriesIn(store)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      expect(subject.changes).toEqual([]);
      expect(subject.failures.length).toBeGreaterThan(3);
      // Its other deliveries wait, too.
      expect(subject.seen.length).toBeLessThanOrEqual(64);
    });

    it("keeps the deliveries of an application that is inactive for a while", async () => {
      const record = subject.applications.get("app-1");
      if (record === undefined) throw new Error("the application is missing");
      await publishMany(3);
      subject.applications.set("app-1", { ...record, active: false });
      await drive(subject.engine, subject.clock, start + hour);
      expect(await states()).toEqual({ pending: 3 });
      expect(subject.seen).toEqual([]);
      subject.applications.set("app-1", record);
      await drive(subject.engine, subject.clock, start + hour + minute);
      expect(await states()).toEqual({ delivered: 3 });
    });

    it("gives up what waited too long for an inactive application", async () => {
      const record = subject.applications.get("app-1");
      if (record === undefined) throw new Error("the application is missing");
      // Not three days, since it is looked up every half minute.
      const { engine } = subjectOn(store, { with: subject, settings: { maxAgeMs: 2 * hour } });
      await engine.publishAll(
        Array.from({ length: 3 }, (_, index) => ({ event: makeEvent(`evt-${index}`), application: "app-1" })),
      );
      subject.applications.set("app-1", { ...record, active: false });
      await drive(engine, subject.clock, start + hour);
      expect(await states()).toEqual({ pending: 3 });
      await drive(engine, subject.clock, start + 3 * hour);
      expect(await deliveriesIn(store)).toMatchObject(
        Array(3).fill({ state: "failed", error: "application-inactive", attempts: 0 }),
      );
    });
  });
}
