// @needs postgres
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { addDelivery } from "../../support/delivery/reading/rows.js";
import { misplaced } from "../../support/delivery/state-tables.js";
import { statesSuite } from "../../support/delivery/store/states-suite.js";
import { type StoreSubject, storeSuite } from "../../support/delivery/store/store-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_store_${process.pid}`;
const pool = new pg.Pool({ connectionString: postgresUrl, max: 4 });
afterAll(async () => {
  for (const own of [
    schema,
    `${schema}_fresh`,
    `${schema}_kept`,
    `${schema}_kept_fresh`,
    `${schema}_states_1`,
    `${schema}_states_2`,
    `${schema}_truncated`,
  ])
    await pool.query(`drop schema if exists ${own} cascade`);
  await pool.end();
});

const suite = (own: string, prepare: boolean): StoreSubject => ({
  open: () => openPostgresStore({ connectionString: postgresUrl, schema: own, prepare }),
  openFresh: () =>
    Promise.all(
      Array.from({ length: 6 }, () =>
        openPostgresStore({ connectionString: postgresUrl, schema: `${own}_fresh`, prepare }),
      ),
    ),
  async inTransaction(end, work) {
    const client = await pool.connect();
    await client.query("begin");
    await work(client);
    await client.query(end);
    client.release();
  },
});

storeSuite("in PostgreSQL", suite(schema, false));
storeSuite("in PostgreSQL, whose server keeps plans", suite(`${schema}_kept`, true));

let states = 0;
statesSuite("PostgreSQL", async () => {
  states += 1;
  const own = `${schema}_states_${states}`;
  await pool.query(`create schema ${own}`);
  return { store: await openPostgresStore({ pool, schema: own }), schema: own };
});

it("empties the tables of states with the deliveries", async () => {
  const own = `${schema}_truncated`;
  const store = await openPostgresStore({ pool, schema: own });
  await store.migrate();
  const row = { endpoint_id: "ep", application: "app" };
  await addDelivery(store, { ...row, id: "dlv_1", event_id: "evt_1" });
  await addDelivery(store, { ...row, id: "dlv_2", event_id: "evt_2", state: "sending" });
  await pool.query(`truncate ${own}.deliveries`);
  expect(await misplaced(store)).toEqual([]);
  expect(await store.db.selectFrom("sending").selectAll().execute()).toEqual([]);
});

it("knows its migrations while other sessions drop schemas", async () => {
  const store = await openPostgresStore({ pool, schema });
  await store.migrate();
  const other = `${schema}_dropped`;
  let done = false;
  const comeAndGo = (async () => {
    while (!done) {
      await pool.query(
        `create schema ${other}; create table ${other}.things (id serial primary key, a int, b int)`,
      );
      await pool.query(`drop schema ${other} cascade`);
    }
  })();
  try {
    for (let asked = 0; asked < 100; asked++) expect(await store.pendingMigrations()).toEqual([]);
  } finally {
    done = true;
    await comeAndGo;
  }
});

it("survives a connection that breaks within a transaction, and works again with the next one", async () => {
  const name = `oipkit_broken_${process.pid}`;
  const url = new URL(postgresUrl);
  url.searchParams.set("application_name", name);
  const store = await openPostgresStore({ connectionString: url.href, schema });
  await store.migrate();
  const count = (db: typeof store.db) => db.selectFrom("events").select("event_id").limit(1).execute();
  const broken = store.transact(async (db) => {
    await count(db);
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
      name,
    ]);
    // The socket reports its end while no statement runs.
    await expect
      .poll(() => pool.query("select 1 from pg_stat_activity where application_name = $1", [name]))
      .toMatchObject({ rowCount: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    await count(db);
  });
  await expect(broken).rejects.toThrow();
  await expect(store.transact(count)).resolves.toBeInstanceOf(Array);
  await store.close();
});

it("repeats the transaction that PostgreSQL ends because of a deadlock", async () => {
  const store = await openPostgresStore({ connectionString: postgresUrl, schema });
  await store.migrate();
  const row = (id: string) => ({
    event_id: id,
    event_type: "thing.made",
    correlation_id: null,
    kind: "event" as const,
    content: "{}",
    created_at: 1,
  });
  await store.db
    .insertInto("events")
    .values([row("lock-a"), row("lock-b")])
    .execute();
  let runs = 0;
  let bothHold: () => void = () => {};
  const holding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  let held = 0;
  const inOrder = (first: string, second: string) =>
    store.transact(async (db) => {
      runs += 1;
      const lock = (id: string) =>
        db.selectFrom("events").select("event_id").where("event_id", "=", id).forUpdate().execute();
      await lock(first);
      held += 1;
      if (held === 2) bothHold();
      await holding;
      return (await lock(second)).length;
    });
  expect(await Promise.all([inOrder("lock-a", "lock-b"), inOrder("lock-b", "lock-a")])).toEqual([1, 1]);
  // The one that is repeated may lock its first row again before the other, which waited for it, is awake.
  expect(runs).toBeGreaterThanOrEqual(3);
  await store.close();
});
