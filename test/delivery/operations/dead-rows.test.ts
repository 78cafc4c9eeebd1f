// @needs postgres
import { createDeliveryMetrics } from "@oipkit/delivery/operations/metrics";
import { afterAll, expect, it, vi } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";
import { readDeadRows } from "../../../delivery/operations/dead-rows.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { addDelivery } from "../../support/delivery/reading/rows.js";

const { pool, open, remove } = postgresSchemas("dead_rows");
afterAll(remove);

const patience = { timeout: 30_000, interval: 100 };
const names = ["oipkit_delivery_dead_rows", "oipkit_delivery_oldest_snapshot_seconds"];

async function opened(): Promise<Store> {
  const store = await open();
  await store.migrate();
  return store;
}

it("counts rows that were changed or removed, by table", async () => {
  const store = await opened();
  const { registry } = createDeliveryMetrics({ store });
  const row = { endpoint_id: "ep_1", application: "app_1" };
  for (let n = 0; n < 20; n++) await addDelivery(store, { ...row, id: `dlv_${n}`, event_id: `evt_${n}` });
  await store.db.deleteFrom("deliveries").execute();
  const dead = async (): Promise<number> => {
    const text = await registry.metrics();
    return Number(/^oipkit_delivery_dead_rows\{table="deliveries"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  // The statistics come a moment later.
  await vi.waitUntil(async () => (await dead()) >= 20, patience);
  await store.close();
});

it("tells the age of the oldest snapshot", async () => {
  const store = await opened();
  const holder = await pool.connect();
  try {
    await holder.query("begin isolation level repeatable read");
    await holder.query("select count(*) from pg_class");
    const first = (await readDeadRows(store))?.snapshotSeconds ?? 0;
    expect(first).toBeGreaterThan(0);
    const { registry } = createDeliveryMetrics({ store });
    await vi.waitUntil(async () => {
      const text = await registry.metrics();
      return Number(/^oipkit_delivery_oldest_snapshot_seconds (\S+)$/m.exec(text)?.[1]) > first;
    }, patience);
  } finally {
    await holder.query("rollback");
    holder.release();
    await store.close();
  }
});

it("has no such metrics for SQLite, and no values without the store", async () => {
  const sqlite = await openSqliteStore({ file: ":memory:" });
  expect(await readDeadRows(sqlite)).toBeUndefined();
  const none = await createDeliveryMetrics({ store: sqlite }).registry.metrics();
  for (const name of names) expect(none).not.toContain(name);
  await sqlite.close();
  const { registry } = createDeliveryMetrics({
    store: { dialect: "postgres", watching: sqlite.watching },
  });
  const text = await registry.metrics();
  for (const name of names) expect(text).not.toMatch(new RegExp(`^${name}[ {]`, "m"));
  expect(await registry.metrics()).toMatch(
    /^oipkit_delivery_unread_metrics_total\{what="dead-rows"\} [12]$/m,
  );
});
