import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOperator, type Store, systemClock } from "../../../../delivery/index.js";
import { deliveriesIn, makeEvent, type Subject, start, subjectOn, type } from "../engine/subject.js";

const deadlineMs = 20_000;

/** How contents are stored, on every store. */
export function contentsSuite(name: string, open: () => Promise<Store>): void {
  describe(`contents on ${name}`, () => {
    let store: Store;
    let subject: Subject;
    beforeEach(async () => {
      store = await open();
      await store.migrate();
      subject = subjectOn(store);
      await subject.endpoint();
    });
    afterEach(() => store.close());

    const publish = (event: Record<string, unknown>) =>
      subject.engine.publish(event, { application: "app-1" });
    const stored = async (eventId: string) =>
      store.db.selectFrom("events").selectAll().where("event_id", "=", eventId).executeTakeFirstOrThrow();
    const dictionaries = () => store.db.selectFrom("dictionaries").selectAll().execute();

    /** Publishes until a content is packed, and returns that event. */
    async function publishPacked(publishing = publish): Promise<Record<string, unknown>> {
      const until = performance.now() + deadlineMs;
      for (let count = 0; performance.now() < until; count++) {
        const event = makeEvent(`evt_${count}_${Math.random()}`, "app-1", count + 1);
        await publishing(event);
        if ((await stored(event.event_id as string)).packed !== null) return event;
      }
      throw new Error("nothing was packed in time");
    }

    it("are packed once it is known what events of a type have in common", async () => {
      const event = await publishPacked();
      const row = await stored(event.event_id as string);
      expect(row.content ?? "").toBe("");
      expect(row.packed?.length).toBeLessThan(JSON.stringify(event).length / 4);
      const [dictionary, ...others] = await dictionaries();
      expect(others).toEqual([]);
      expect(dictionary).toMatchObject({ event_type: type, id: row.dictionary });
      expect(JSON.parse(dictionary?.text ?? "")).toMatchObject({ event_type: type, event_id: "evt_" });
    });

    it("are delivered and shown as they were published, and removed", async () => {
      const event = await publishPacked();
      await subject.engine.runDue();
      const sent = subject.seen.find(({ eventId }) => eventId === event.event_id);
      expect(JSON.parse(sent?.body ?? "")).toMatchObject(event);
      const deliveries = await deliveriesIn(store);
      expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => "delivered"));
      const operator = createOperator({ store, clock: systemClock });
      const shown = await operator.show(deliveries.at(-1)?.id ?? "");
      expect(shown?.content).toBe(JSON.stringify(event));
      const before = start + 1000;
      expect(await operator.prune({ before })).toMatchObject({ deliveries: deliveries.length });
      expect(await publish(event)).toMatchObject({ kind: "published", isRepeated: true });
    });

    it("are compared when an event is published again", async () => {
      const event = await publishPacked();
      const reordered = Object.fromEntries(Object.entries(event).reverse());
      expect(await publish(reordered)).toMatchObject({ isRepeated: true });
      await expect(publish({ ...event, occurred_at: "2026-02-19T17:00:04Z" })).rejects.toMatchObject({
        code: "event-conflict",
      });
    });

    it("are packed by other processes with the same dictionary", async () => {
      const first = await publishPacked();
      const other = subjectOn(store, { with: subject });
      const event = makeEvent("evt_of_another");
      await other.engine.publish(event, { application: "app-1" });
      const { dictionary } = await stored("evt_of_another");
      expect(dictionary).toBe((await stored(first.event_id as string)).dictionary);
    });

    it("are packed in callers' transactions, with a dictionary that outlives them", async () => {
      const rolledBack = publishPacked(async (event) => {
        let isPacked = false;
        await store
          .transact(async (transaction) => {
            await subject.engine.publish(event, { application: "app-1", transaction });
            const row = await transaction
              .selectFrom("events")
              .select("packed")
              .where("event_id", "=", event.event_id as string)
              .executeTakeFirst();
            isPacked = row?.packed != null;
            if (!isPacked) throw new Error("taken back");
          })
          .catch((failure) => {
            if ((failure as Error).message !== "taken back") throw failure;
          });
        if (!isPacked) await publish(event);
        return { kind: "published", eventId: "", deliveryId: "", isRepeated: false };
      });
      const { dictionary } = await stored((await rolledBack).event_id as string);
      expect((await dictionaries()).map(({ id }) => id)).toEqual([dictionary]);
    });

    it("that can't be read are neither sent nor shown", async () => {
      const event = await publishPacked();
      await store.db
        .updateTable("events")
        .set({ packed: Buffer.from("no") } as never)
        .execute();
      await subject.engine.runDue();
      expect(subject.seen.find(({ eventId }) => eventId === event.event_id)).toBeUndefined();
      const last = (await deliveriesIn(store)).at(-1);
      expect(last).toMatchObject({ state: "failed", error: "event-unreadable" });
      expect(subject.failures.map(String).join()).toContain(
        `${event.event_id} can't be sent (event-unreadable)`,
      );
      const operator = createOperator({ store, clock: systemClock });
      await expect(operator.show(last?.id ?? "")).rejects.toMatchObject({ code: "store-damaged" });
    });
  });
}
