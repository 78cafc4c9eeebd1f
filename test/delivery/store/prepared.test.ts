// @needs postgres
import { sql } from "kysely";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { postgresUrl } from "../../support/services/urls.js";

async function plansAfter(repeats: number, options: { readonly prepare?: boolean }) {
  const store = await openPostgresStore({ connectionString: postgresUrl, ...options });
  onTestFinished(() => store.close());
  return store.db.connection().execute(async (db) => {
    for (let round = 0; round < repeats; round++) {
      // A text of its own for each test, since the process remembers which came before.
      const { rows } =
        await sql`select ${repeats}::int as "n", ${String(options.prepare)}::text as ${sql.ref(`as_${options.prepare}_${repeats}`)}`.execute(
          db,
        );
      expect(rows).toMatchObject([{ n: repeats }]);
    }
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db);
    return rows.map(({ name }) => name);
  });
}

it("lets the server keep the plan of a statement that comes again", async () => {
  expect(await plansAfter(3, { prepare: true })).toEqual([expect.stringMatching(/^oipkit_[0-9a-f]{32}$/)]);
});

it("keeps none for a statement that comes once", async () => {
  expect(await plansAfter(1, { prepare: true })).toEqual([]);
});

it("keeps none unless it is told to", async () => {
  expect(await plansAfter(3, {})).toEqual([]);
});

/** Runs a script so many times on one connection, and returns the names that the server has prepared then. */
async function afterScripts(text: string, options: { readonly prepare?: boolean }) {
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 1 });
  onTestFinished(() => pool.end());
  const store = await openPostgresStore({ pool, ...options });
  const run = (n: number) => store.script([{ sql: `select $1::int as ${text}`, parameters: [n] }]);
  for (const n of [1, 2, 3]) expect(await run(n)).toEqual([[{ [text]: n }]]);
  const names = async (): Promise<number> =>
    (await pool.query("select from pg_prepared_statements where name like 'oipkit%'")).rowCount ?? 0;
  return { pool, run, names };
}

it("keeps the plans of a script by default, and none if it is told so", async () => {
  expect(await (await afterScripts("by_default", {})).names()).toBe(1);
  expect(await (await afterScripts("never", { prepare: false })).names()).toBe(0);
});

it.each([
  ["doesn't know any more what was prepared", "deallocate all", 0],
  ["can't use a plan any more", "alter table oipkit_changing alter a type text", 1],
])("goes on without plans if the server %s", async (_, change, left) => {
  const { pool, run, names } = await afterScripts(left === 0 ? "forgotten" : "changed", {});
  await pool.query("create temporary table oipkit_changing (a int)");
  const store = await openPostgresStore({ pool });
  const read = () =>
    store.script([{ sql: "select * from oipkit_changing where $1::int = 1", parameters: [1] }]);
  for (const _round of [1, 2, 3]) await read();
  await pool.query(change);
  expect(await read()).toEqual([[]]);
  expect(await run(4)).toEqual([[{ [left === 0 ? "forgotten" : "changed"]: 4 }]]);
  expect(await read()).toEqual([[]]);
  expect(await names()).toBe(left === 0 ? 0 : 2);
});

it("reports that the server forgot a plan if it was told to keep all", async () => {
  const { pool, run } = await afterScripts("told", { prepare: true });
  await pool.query("deallocate all");
  await expect(run(4)).rejects.toMatchObject({ code: "26000" });
});

it("takes back everything and goes on after a transaction that fails", async () => {
  const store = await openPostgresStore({ connectionString: postgresUrl });
  onTestFinished(() => store.close());
  const failing = store.transact(
    async (db) => {
      await sql`create table oipkit_never_there (a int)`.execute(db);
      throw new Error("no");
    },
    { durable: false },
  );
  await expect(failing).rejects.toThrow("no");
  const { rows } = await sql<{
    there: string | null;
    commit: string;
  }>`select to_regclass('oipkit_never_there')::text as there, current_setting('synchronous_commit') as commit`.execute(
    store.db,
  );
  expect(rows).toEqual([{ there: null, commit: "on" }]);
});

it("waits for the disk only where it must", async () => {
  const store = await openPostgresStore({ connectionString: postgresUrl });
  onTestFinished(() => store.close());
  const setting = (durable: boolean) =>
    store.transact(
      async (db) =>
        (await sql<{ on: string }>`select current_setting('synchronous_commit') as "on"`.execute(db)).rows[0]
          ?.on,
      { durable },
    );
  expect([await setting(false), await setting(true), await setting(false)]).toEqual(["off", "on", "off"]);
});
