import { type Kysely, sql } from "kysely";
import type { Dialect } from "../store.js";
import { postgresTriggers } from "./postgres-triggers.js";
import { sqliteTriggers } from "./sqlite-triggers.js";

/**
 * Small tables of the deliveries in a state instead of indexes on the state. Each attempt changes a delivery twice, and PostgreSQL writes
 * all indexes of a row again if an indexed column changes: it spent half of its time on that. Triggers keep the tables, so that
 * they are right whoever writes.
 */
export async function up(
  db: Kysely<unknown>,
  { dialect, schema }: { readonly dialect: Dialect; readonly schema: string | undefined },
): Promise<void> {
  const tables = schema === undefined ? db : db.withSchema(schema);
  await createTables(tables, dialect);
  const name = (table: string) => sql.id(...(schema === undefined ? [] : [schema]), table);
  const deliveries = name("deliveries");
  for (const statement of [
    sql`insert into ${name("waiting")} (sequence, endpoint_id, due_at, kind)
      select sequence, endpoint_id, due_at, kind from ${deliveries} where state = 'pending'`,
    sql`insert into ${name("sending")} (endpoint_id, sequence)
      select endpoint_id, sequence from ${deliveries} where state = 'sending'`,
    sql`insert into ${name("undelivered")} (state, sequence)
      select state, sequence from ${deliveries} where state in ('failed', 'cancelled')`,
  ])
    await statement.execute(db);
  for (const index of ["pending", "tests", "sending", "state"])
    await tables.schema.dropIndex(`deliveries_${index}`).execute();
  for (const trigger of dialect === "sqlite" ? sqliteTriggers : postgresTriggers(schema))
    await sql.raw(trigger).execute(db);
  // Room for a second version of each row beside the first, without which the indexes would be written all the same.
  if (dialect === "postgres") await sql`alter table ${deliveries} set (fillfactor = 50)`.execute(db);
}

async function createTables({ schema }: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("waiting")
    .addColumn("sequence", dialect === "sqlite" ? "integer" : "bigint", (column) => column.primaryKey())
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("waiting_due")
    .on("waiting")
    .columns(["endpoint_id", "due_at", "sequence"])
    .execute();
  // Tests, which open circuits let pass, are few.
  await schema
    .createIndex("waiting_tests")
    .on("waiting")
    .columns(["endpoint_id", "due_at", "sequence"])
    .where(sql.ref("kind"), "=", sql.lit("test"))
    .execute();
  await schema
    .createTable("sending")
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sending_key", ["endpoint_id", "sequence"])
    .$call((table) => (dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await schema
    .createTable("undelivered")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("undelivered_key", ["state", "sequence"])
    .$call((table) => (dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
}
