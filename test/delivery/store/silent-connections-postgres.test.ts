// @needs postgres
import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { postgresUrl } from "../../support/services/urls.js";

interface FreezeReport {
  readonly frozen: number;
  readonly isDone: boolean;
  readonly doneMs: number;
  readonly failures: readonly string[];
  readonly health: { readonly ms: number; readonly value?: { readonly status: string } };
  readonly published: { readonly ms: number };
}

interface Trial {
  readonly moments: Readonly<Record<string, string | undefined>>;
  readonly runFreeze: (options: {
    readonly connectionString: string;
    readonly schema: string;
    readonly text: string | undefined;
    readonly deliveries: number;
    readonly deadlineMs: number;
    readonly pool?: (url: string) => pg.Pool;
  }) => Promise<FreezeReport>;
}

const { moments, runFreeze } = (await import(
  new URL("../../../tools/delivery-freeze/trial.mjs", import.meta.url).href
)) as Trial;

const schemas = postgresSchemas("silent");
afterAll(() => schemas.remove());

let trials = 0;
const schema = (): string => `oipkit_silent_${process.pid}_${trials++}`;
/** Short, so that the tests are; the default is ten seconds. */
const deadlineMs = 800;

it.each(Object.entries(moments))("delivers again after all connections went silent %s", async (_, text) => {
  const report = await runFreeze({
    connectionString: postgresUrl,
    schema: schema(),
    text,
    deliveries: 30,
    deadlineMs,
  });
  expect(report).toMatchObject({ isDone: true, health: { value: { status: "unavailable" } } });
  expect(report.frozen).toBeGreaterThan(1);
  expect(report.failures.join()).toContain(`didn't answer within ${deadlineMs} ms`);
});

it("delivers again if the pool, whose connections went silent, is the caller's", async () => {
  const pool = (url: string) => {
    const own = new pg.Pool({ connectionString: url, max: 6 });
    own.on("error", () => {});
    return own;
  };
  const report = await runFreeze({
    connectionString: postgresUrl,
    schema: schema(),
    text: undefined,
    deliveries: 30,
    deadlineMs,
    pool,
  });
  // With the counts and the failures, if it isn't.
  expect(report).toMatchObject({ isDone: true });
  expect(report.failures.length).toBeGreaterThan(0);
});

it("says in time that a server accepts connections and never answers", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterThisTest(() => void silent.close());
  const url = new URL(postgresUrl);
  url.hostname = "127.0.0.1";
  url.port = String((silent.address() as { port: number }).port);
  const store = await openPostgresStore({ connectionString: url.href, deadlineMs: 200 });
  const calls = [
    store.check(),
    store.transact(async () => {}),
    store.script([{ sql: "select 1", parameters: [] }]),
    store.db.selectFrom("events").selectAll().execute(),
  ];
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({ status: "rejected", reason: { code: "store-unreachable" } });
  await store.close();
});

it("ends a statement that takes too long, and takes its transaction back", async () => {
  const { pool } = schemas;
  const first = await schemas.open();
  await first.migrate();
  const name = (await pool.query("select current_database() as name")).rows[0].name;
  const store = await openPostgresStore({ pool, deadlineMs: 400 });
  const slow = store.transact(async (db) => {
    await sql`create table oipkit_too_slow (a int)`.execute(db);
    await sql`select pg_sleep(30)`.execute(db);
  });
  await expect(slow).rejects.toThrow();
  await expect(
    store.script([
      { sql: "create table oipkit_too_slow (a int)", parameters: [] },
      { sql: "select pg_sleep(30)", parameters: [] },
    ]),
  ).rejects.toThrow();
  const left =
    "select pid from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid() and datname = $1";
  await expect.poll(async () => (await pool.query(left, [name])).rowCount).toBe(0);
  expect((await pool.query("select to_regclass('oipkit_too_slow') as there")).rows).toEqual([
    { there: null },
  ]);
});

it("leaves transactions of callers alone, however long they take", async () => {
  const client = await schemas.pool.connect();
  const store = await openPostgresStore({ pool: schemas.pool, deadlineMs: 100 });
  await client.query("begin");
  await sql`select pg_sleep(0.3)`.execute(store.within(client));
  expect((await client.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
  await client.query("commit");
  client.release();
});

it.each([0, -1, 1.5, Number.NaN])("refuses a deadline of %s ms", async (wrong) => {
  await expect(openPostgresStore({ pool: schemas.pool, deadlineMs: wrong })).rejects.toMatchObject({
    code: "store-options",
  });
});
