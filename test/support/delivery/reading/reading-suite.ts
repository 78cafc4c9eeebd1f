import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReading, type DeliveryQuery, type Reading, type Store } from "../../../../delivery/index.js";
import { addDelivery, attemptRow, endpointRow, start } from "./rows.js";

const states = ["delivered", "delivered", "failed", "pending", "sending", "cancelled"] as const;
const inAll = 3000;

/** Deliveries of three applications in turn, and of every state. */
async function fill(store: Store): Promise<void> {
  await store.transact(async (db) => {
    for (const index of [1, 2, 3])
      await db
        .insertInto("endpoints")
        .values(endpointRow(`ep_${index}`, `app_${index}`))
        .execute();
    await db
      .insertInto("lanes")
      .values({
        endpoint_id: "ep_1",
        failures: 6,
        failing_since: start,
        open_until: start + 60_000,
        lost: 2,
        lease_until: 0,
      })
      .execute();
    for (let index = 0; index < inAll; index++) {
      const [app, state] = [(index % 3) + 1, states[index % states.length] ?? "pending"];
      await addDelivery(
        { db },
        {
          id: `dlv_${index}`,
          endpoint_id: `ep_${app}`,
          application: `app_${app}`,
          state,
          event_id: `evt_${index >> 1}`,
          created_at: start + index,
          due_at: start + index,
        },
      );
    }
  });
}

/** What reading does on every store. */
export function readingSuite(name: string, open: () => Promise<Store>): void {
  describe(`the delivery log ${name}`, () => {
    let store: Store;
    let reading: Reading;
    beforeAll(async () => {
      store = await open();
      await store.migrate();
      await fill(store);
      reading = createReading({ store, clock: { now: () => start + 5, wakeAt: () => () => {} } });
      if (store.dialect === "postgres") await sql`analyze`.execute(store.db);
    });
    afterAll(() => store.close());
    const ids = async (query: DeliveryQuery): Promise<string[]> =>
      (await reading.list(query)).deliveries.map(({ id }) => id);

    it("lists the latest first", async () => {
      expect(await ids({ limit: 3 })).toEqual(["dlv_2999", "dlv_2998", "dlv_2997"]);
      const [latest] = (await reading.list({ limit: 1 })).deliveries;
      expect(latest).toMatchObject({
        endpointId: "ep_3",
        application: "app_3",
        eventId: "evt_1499",
        correlationId: "cor_evt_1499",
        state: "cancelled",
        kind: "event",
        createdAt: start + 2999,
        dueAt: undefined,
        maxAttempts: 8,
      });
    });

    it.each<[string, DeliveryQuery, number]>([
      ["everything", {}, inAll],
      ["one state", { states: ["failed"] }, inAll / 6],
      ["several states", { states: ["failed", "pending", "failed"] }, inAll / 3],
      ["an application", { application: "app_2" }, inAll / 3],
      ["an endpoint and a state", { endpoint: "ep_3", states: ["failed"] }, inAll / 6],
      ["an event", { eventId: "evt_7" }, 2],
      ["a delivery", { deliveryId: "dlv_7" }, 1],
      ["a time", { from: start + 10, to: start + 20 }, 10],
      ["what doesn't exist", { application: "app_9" }, 0],
    ])("pages through %s in both directions, each delivery once", async (_, query, wanted) => {
      const backwards: number[] = [];
      for (let before: number | undefined, more = true; more; more = before !== undefined) {
        const page = await reading.list({ ...query, limit: 97, before });
        backwards.push(...page.deliveries.map(({ sequence }) => sequence));
        before = page.next;
      }
      const forwards: number[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page = await reading.list({ ...query, limit: 211, after });
        forwards.push(...page.deliveries.map(({ sequence }) => sequence));
        after = page.next;
      }
      expect(new Set(forwards).size).toBe(wanted);
      expect(forwards).toEqual([...forwards].sort((a, b) => a - b));
      expect(backwards).toEqual([...forwards].reverse());
    });

    it("keeps only what a filter asks for", async () => {
      const { deliveries } = await reading.list({
        endpoint: "ep_2",
        states: ["sending"],
        eventType: "thing.made",
      });
      expect(deliveries.length).toBe(100);
      for (const { endpointId, state } of deliveries)
        expect([endpointId, state]).toEqual(["ep_2", "sending"]);
      expect(await ids({ kind: "test" })).toEqual([]);
      expect(await ids({ eventType: "thing.lost" })).toEqual([]);
      expect(await ids({ endpoint: "ep_1", application: "app_2" })).toEqual([]);
    });

    it.each([
      { limit: 0 },
      { limit: 1001 },
      { before: 1.5 },
      { states: ["lost"] },
      { kind: "lost" },
      { secret: "x" },
      { from: Number.NaN },
    ])("refuses %j", async (query) => {
      await expect(reading.list(query as DeliveryQuery)).rejects.toMatchObject({ code: "delivery-options" });
    });

    it("takes values of a query as values", async () => {
      const odd = "x' or 1=1 --\u0001";
      for (const name of ["application", "endpoint", "eventId", "deliveryId", "eventType"])
        expect(await ids({ [name]: odd })).toEqual([]);
    });

    it("shows a delivery with its attempts and its event", async () => {
      const sequence = await addDelivery(
        store,
        { id: "dlv_shown", endpoint_id: "ep_1", application: "app_1", event_id: "evt_shown", attempts: 2 },
        { content: '{"a":1.0}', trace: "00-1-2-01" },
      );
      await store.db
        .insertInto("attempts")
        .values([
          attemptRow(sequence, 2, { status: null, error: "timed-out", answer: null }),
          attemptRow(sequence, 1),
        ])
        .execute();
      expect(await reading.show("dlv_shown")).toMatchObject({
        id: "dlv_shown",
        content: '{"a":1.0}',
        trace: "00-1-2-01",
        dueAt: start,
        log: [
          { number: 1, startedAt: start + 1, durationMs: 12, status: 500, answer: "down for a moment" },
          { number: 2, status: undefined, error: "timed-out", answer: undefined },
        ],
      });
      expect(await reading.show("dlv_nobody")).toBeUndefined();
      await store.db.deleteFrom("deliveries").where("id", "=", "dlv_shown").execute();
    });

    it("counts each state", async () => {
      const each = inAll / 6;
      const wanted = { pending: each, sending: each, delivered: 2 * each, failed: each, cancelled: each };
      expect(await reading.counts()).toEqual(wanted);
      const { pending, delivered } = await reading.counts({ application: "app_1" });
      expect([pending, delivered]).toEqual([each, each]);
      expect(await reading.unsettled()).toEqual({
        pending: each,
        sending: each,
        failed: each,
        cancelled: each,
      });
      const ofOne = { pending: each, sending: 0, failed: 0, cancelled: 0 };
      expect(await reading.unsettled({ application: "app_1" })).toEqual(ofOne);
    });

    it("lists endpoints with their circuit and backlog", async () => {
      const { endpoints, next } = await reading.endpoints({ limit: 2 });
      expect(endpoints).toMatchObject([
        {
          id: "ep_1",
          circuit: "open",
          openUntil: start + 60_000,
          failures: 6,
          lost: 2,
          state: "active",
          eventTypes: ["thing.made"],
          encrypted: false,
          backlog: inAll / 6,
          oldestDueAt: start + 3,
        },
        { id: "ep_2", circuit: "closed", failures: 0, backlog: inAll / 6, oldestDueAt: start + 4 },
      ]);
      expect(next).toBe("ep_2");
      const rest = await reading.endpoints({ after: next });
      expect(rest).toMatchObject({ endpoints: [{ id: "ep_3", backlog: 0, oldestDueAt: undefined }] });
      expect(rest.next).toBeUndefined();
      expect((await reading.endpoints({ states: ["revoked"] })).endpoints).toEqual([]);
      expect((await reading.endpoints({ application: "app_2" })).endpoints).toMatchObject([{ id: "ep_2" }]);
    });
  });
}
