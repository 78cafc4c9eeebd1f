import { type Kysely, sql } from "kysely";

/**
 * A table into which publications only insert, in PostgreSQL. A lane that is made ready in a caller's transaction would be locked until its
 * commit: everybody else who publishes to the endpoint would wait for it, and two transactions that publish to the same endpoints in
 * opposite order would wait for each other.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("wakes")
    // Unlike a serial, whoever may write the table needs no right to its sequence.
    .addColumn("sequence", "bigint", (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    // Rows come and go all the time.
    .modifyEnd(sql`with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`)
    .execute();
}
