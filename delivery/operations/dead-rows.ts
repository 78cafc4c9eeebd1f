import { sql } from "kysely";
import type { Store } from "../store/store.js";
import type { Tables } from "../store/tables.js";

/** The tables whose rows come, change and go all the time. */
const changing: readonly (keyof Tables)[] = [
  ...(["attempts", "deliveries", "events", "lanes", "pruned"] as const),
  ...(["sending", "undelivered", "waiting", "wakes"] as const),
];

/** What PostgreSQL has to clean up, and what keeps it from that. */
export interface DeadRows {
  /** Rows that nobody needs any more, by table, as PostgreSQL's statistics estimate them. */
  readonly tables: Readonly<Record<string, number>>;
  /** The age of the oldest transaction whose snapshot still needs such rows, in seconds, as far as this role may see; 0 without any. */
  readonly snapshotSeconds: number;
}

/** Reads it; undefined for SQLite, which has neither. Rejects with a `StoreFailure`. */
export async function readDeadRows({
  watching,
  dialect,
}: Pick<Store, "watching" | "dialect">): Promise<DeadRows | undefined> {
  if (dialect === "sqlite") return undefined;
  // The schema as the statements of this store have it.
  const [, table = ""] = watching.selectFrom("deliveries").selectAll().compile().sql.split(" from ");
  const { rows } = await sql<{ readonly name: string; readonly dead: number }>`
    select s.relname as name, s.n_dead_tup as dead from pg_stat_user_tables s
    join pg_class c on c.oid = to_regclass(${table})
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = s.schemaname
    where s.relname = any(${changing}::text[])`.execute(watching);
  const held = await sql<{ readonly seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(t.since)), 0)::double precision as seconds from (
      select xact_start as since from pg_stat_activity
        where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()
          and backend_type <> 'autovacuum worker'
      union all select prepared from pg_prepared_xacts where database = current_database()) t`.execute(
    watching,
  );
  return {
    tables: Object.fromEntries(rows.map(({ name, dead }) => [name, Number(dead)])),
    snapshotSeconds: Math.max(0, held.rows[0]?.seconds ?? 0),
  };
}
