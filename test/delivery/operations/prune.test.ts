// @needs postgres
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createOperator, openSqliteStore, type Store, systemClock } from "../../../delivery/index.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { addDelivery, attemptRow, endpointRow, start } from "../../support/delivery/reading/rows.js";

const schemas = postgresSchemas("prune");
afterAll(() => schemas.remove());

const rest = { identifiers: 0, audit: 0 };
const day = 24 * 3_600_000;
const base = { endpoint_id: "ep_1", application: "app_1" };

/** A delivery that was published on a day before `start`, and settled at once. */
async function settled(store: Store, name: string, { days = 40 } = {}) {
  const at = start - days * day;
  const delivery = { ...base, id: `dlv_${name}`, event_id: `evt_${name}`, attempts: 1 };
  const sequence = await addDelivery(
    store,
    { ...delivery, state: "delivered", created_at: at, settled_at: at + 5 },
    { created_at: at },
  );
  await store.db.insertInto("attempts").values(attemptRow(sequence, 1)).execute();
  return sequence;
}

async function names(store: Store): Promise<{ deliveries: string[]; events: string[]; attempts: number }> {
  const { db } = store;
  const deliveries = await db.selectFrom("deliveries").select("id").orderBy("sequence").execute();
  const events = await db.selectFrom("events").select("event_id").orderBy("event_id").execute();
  const attempts = await db.selectFrom("attempts").select("delivery").execute();
  return {
    deliveries: deliveries.map(({ id }) => id),
    events: events.map(({ event_id }) => event_id),
    attempts: attempts.length,
  };
}

describe.each([
  { name: "SQLite", open: () => openSqliteStore({ file: ":memory:" }) },
  { name: "PostgreSQL", open: () => schemas.open() },
])("prune on $name", ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await store.migrate();
    for (const [id, application] of [
      ["ep_1", "app_1"],
      ["ep_2", "app_2"],
    ] as const)
      await store.db.insertInto("endpoints").values(endpointRow(id, application)).execute();
    return () => store.close();
  });
  const operator = () => createOperator({ store, clock: systemClock });

  it("removes what was settled before, with its attempts and its content, and nothing else", async () => {
    await settled(store, "old");
    const waiting = { ...base, id: "dlv_waits", event_id: "evt_waits", created_at: start - 40 * day };
    await addDelivery(store, waiting);
    // Published long ago, and given up yesterday.
    const late = { ...base, id: "dlv_late", event_id: "evt_late", state: "failed" as const };
    await addDelivery(store, { ...late, created_at: start - 40 * day, settled_at: start - day });
    await settled(store, "older", { days: 50 });
    await settled(store, "new", { days: 2 });
    const removed = await operator().prune({ before: start - 30 * day });
    expect(removed).toEqual({ deliveries: 2, attempts: 2, events: 2, ...rest });
    expect(await names(store)).toEqual({
      deliveries: ["dlv_waits", "dlv_late", "dlv_new"],
      events: ["evt_late", "evt_new", "evt_waits"],
      attempts: 1,
    });
    // What waits, and what failed, is still found.
    const failed = await operator().list({ states: ["failed"] });
    expect(failed.deliveries.map(({ id }) => id)).toEqual(["dlv_late"]);
    expect((await operator().counts({})).pending).toBe(1);
  });

  it("keeps the content that a delivery to another endpoint needs", async () => {
    await settled(store, "shared");
    await addDelivery(store, {
      endpoint_id: "ep_2",
      application: "app_2",
      id: "dlv_other",
      event_id: "evt_shared",
      created_at: start - 40 * day,
    });
    expect(await operator().prune({ before: start })).toEqual({
      deliveries: 1,
      attempts: 1,
      events: 0,
      ...rest,
    });
    expect(await names(store)).toMatchObject({ deliveries: ["dlv_other"], events: ["evt_shared"] });
  });

  it("goes on where it was ended, in transactions of a few rows", async () => {
    for (let index = 0; index < 25; index++) await settled(store, `old-${index}`);
    await settled(store, "new", { days: 1 });
    const ending = new AbortController();
    const told: number[] = [];
    const first = await operator().prune({
      before: start - 30 * day,
      batch: 10,
      signal: ending.signal,
      onProgress({ deliveries }) {
        told.push(deliveries);
        if (deliveries === 20) ending.abort();
      },
    });
    expect([first.deliveries, told]).toEqual([20, [10, 20]]);
    expect((await operator().prune({ before: start - 30 * day, batch: 10 })).deliveries).toBe(5);
    expect((await names(store)).deliveries).toEqual(["dlv_new"]);
    expect((await operator().prune({ before: start - 30 * day })).deliveries).toBe(0);
  });

  it("removes identifiers and the audit by their own ages", async () => {
    for (let index = 0; index < 5; index++) await settled(store, `old-${index}`, { days: 40 + index });
    for (const days of [50, 40, 3]) {
      const entry = { actor: "ada", action: "endpoint-paused", application: "app_1", subject: "ep_1" };
      const at = start - days * day;
      await store.db
        .insertInto("audit")
        .values({ ...entry, at, operation_id: null, details: "{}" })
        .execute();
    }
    await operator().prune({ before: start - 30 * day });
    const ids = async () => (await store.db.selectFrom("pruned").select("delivery_id").execute()).length;
    expect(await ids()).toBe(5);
    const removed = await operator().prune({
      before: start - 30 * day,
      identifiersBefore: start - 42 * day,
      auditBefore: start - 30 * day,
      batch: 1,
    });
    expect(removed).toEqual({ deliveries: 0, attempts: 0, events: 0, identifiers: 2, audit: 2 });
    expect(await ids()).toBe(3);
    expect(await store.db.selectFrom("audit").select("at").execute()).toEqual([{ at: start - 3 * day }]);
  });

  it.each([{ before: Number.NaN }, { before: start, auditBefore: 0.5 }, { before: start, batch: 0 }])(
    "refuses %o",
    async (options) => {
      await expect(operator().prune(options)).rejects.toMatchObject({ code: "delivery-options" });
    },
  );
});
