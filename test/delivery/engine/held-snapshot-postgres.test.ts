// @needs postgres
import { CompiledQuery, sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { fetchWaiting } from "../../../delivery/engine/statements/fetch.js";
import type { Store } from "../../../delivery/index.js";
import type { SqlStatement } from "../../../delivery/store/store.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { addDelivery, endpointRow, start } from "../../support/delivery/reading/rows.js";

const { pool, open, remove } = postgresSchemas("held_snapshot");
afterAll(remove);

const sent = 20_000;
const endpoint = { endpoint_id: "ep_1", application: "app_1" };

/** How many pages a statement looks at. */
async function pages(store: Store, { sql: text, parameters }: SqlStatement): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]);
  return store.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan to off`.execute(db);
    const { rows } = await db.executeQuery<{ readonly "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      explained,
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan as Plan;
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  });
}

interface Plan {
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
}

async function openWithBacklog(): Promise<Store> {
  const store = await open();
  await store.migrate();
  await store.db.insertInto("endpoints").values(endpointRow("ep_1", "app_1")).execute();
  return store;
}

const next = { ...endpoint, id: "dlv_next", event_id: "evt_next", due_at: start + 1, created_at: start + 1 };

/** Deliveries that were due before. */
function rows(from: number) {
  return Array.from({ length: 2000 }, (_, index) => ({
    ...endpoint,
    id: `dlv_${from + index}`,
    event_id: `evt_${from + index}`,
    event_type: "thing.made",
    kind: "event" as const,
    bytes: 10,
    state: "pending" as const,
    attempts: 0,
    max_attempts: 8,
    due_at: start,
    created_at: start,
    redeliveries: 0,
  }));
}

it("fetches what is due without a look at what was sent since a snapshot that another session holds", async () => {
  const store = await openWithBacklog();
  const { db } = store;
  const fetch = (floor: number): SqlStatement => {
    const step = fetchWaiting({ store, owner: "me", now: start + 1 }, [{ endpointId: "ep_1", floor }], {
      count: 64,
    });
    return step as SqlStatement;
  };
  const holder = await pool.connect();
  try {
    await holder.query("begin isolation level repeatable read");
    await holder.query("select count(*) from pg_class");
    await addDelivery(store, next);
    const before = await pages(store, fetch(start));
    for (let from = 0; from < sent; from += 2000)
      await db.insertInto("deliveries").values(rows(from)).execute();
    await db.updateTable("deliveries").set({ state: "delivered" }).where("due_at", "=", start).execute();
    expect(await pages(store, fetch(0))).toBeGreaterThan(before + 200);
    expect(await pages(store, fetch(start + 1))).toBeLessThan(before + 30);
  } finally {
    await holder.query("rollback");
    holder.release();
    await store.close();
  }
});
