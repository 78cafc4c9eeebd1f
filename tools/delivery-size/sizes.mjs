import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";

/**
 * Bytes of each table and index as they are, after VACUUM, and after they were written anew, which shows what live rows take.
 * @typedef {{ readonly table: string, readonly name: string, readonly bytes: number }} Size
 * @typedef {{ readonly table: string, readonly live: number, readonly dead: number }} Rows
 * @param {import("@oipkit/delivery").Store} store
 */
export async function postgresSizes({ db }, schema) {
  // Statistics are written with a delay.
  await delay(1500);
  const rows = await postgresRows(db, schema);
  const asItIs = await postgresBytes(db, schema);
  for (const { table } of rows) await sql`vacuum ${sql.id(schema, table)}`.execute(db);
  const vacuumed = await postgresBytes(db, schema);
  for (const { table } of rows) await sql`vacuum full ${sql.id(schema, table)}`.execute(db);
  return { rows, asItIs, vacuumed, rewritten: await postgresBytes(db, schema) };
}

async function postgresRows(db, schema) {
  const { rows } =
    await sql`select relname as table, n_live_tup::int as live, n_dead_tup::int as dead, n_tup_upd::int as updated,
    n_tup_hot_upd::int as hot from pg_stat_user_tables where schemaname = ${schema} order by relname`.execute(
      db,
    );
  return rows;
}

async function postgresBytes(db, schema) {
  const { rows } = await sql`
    select t.relname as table, p.part as name, p.bytes::bigint as bytes
    from pg_class t join pg_namespace n on n.oid = t.relnamespace cross join lateral (
      select 'rows' as part, pg_relation_size(t.oid) as bytes
      union all select 'toast', pg_total_relation_size(t.reltoastrelid) where t.reltoastrelid <> 0
      union all select i.relname, pg_relation_size(i.oid) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = t.oid) p
    where n.nspname = ${schema} and t.relkind = 'r'`.execute(db);
  return rows;
}

/** Holds a snapshot, as a long dump does, until the function is called that it resolves with. */
export async function holdSnapshot(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("begin isolation level repeatable read; select 1");
  return () => client.end();
}

/** The processor time that the server's processes of this database have taken, in milliseconds; undefined if they are on another machine. */
export async function postgresCpuMs({ db }) {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()`.execute(db);
  try {
    let ticks = 0;
    for (const { pid } of rows) {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    }
    return 10 * ticks;
  } catch {
    return undefined;
  }
}

/** The same of SQLite, where an index without a name is that of its table's key. @param {import("@oipkit/delivery").Store} store */
export async function sqliteSizes({ db }) {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const asItIs = await sqliteBytes(db);
  await sql`vacuum`.execute(db);
  return { rows: [], asItIs, rewritten: await sqliteBytes(db) };
}

async function sqliteBytes(db) {
  const { rows } = await sql`
    select s.tbl_name as "table", case when s.type = 'table' then 'rows' else s.name end as name, d.bytes
    from (select name, sum(pgsize) as bytes from dbstat group by name) d join sqlite_master s on s.name = d.name`.execute(
    db,
  );
  return rows;
}
