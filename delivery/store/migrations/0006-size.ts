import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../store.js";

/**
 * Contents that take a fifth of the space, and indexes that take half. Contents that are there already stay as they are.
 */
export async function up(
  db: Kysely<unknown>,
  { dialect, schema }: { readonly dialect: Dialect; readonly schema: string | undefined },
): Promise<void> {
  const tables = schema === undefined ? db : db.withSchema(schema);
  await packContents(tables, dialect);
  // For the attempt that delivered it, which needs no row of its own then.
  for (const column of ["duration_ms", "secret_version"])
    await tables.schema.alterTable("deliveries").addColumn(column, "integer").execute();
  if (dialect === "postgres")
    await hashTexts(tables, sql.id(...(schema === undefined ? [] : [schema]), "deliveries"));
}

async function packContents({ schema }: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("dictionaries")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("event_type", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  const bytes = dialect === "sqlite" ? sql`blob` : sql`bytea`;
  await schema.alterTable("events").addColumn("packed", bytes).execute();
  await schema.alterTable("events").addColumn("dictionary", "bigint").execute();
  if (dialect === "postgres")
    await schema
      .alterTable("events")
      .alterColumn("content", (column) => column.dropNotNull())
      .execute();
}

/**
 * Hashes of texts instead of the texts. Together, those of a unique index have 192 bits: that two deliveries have the same by chance is as good
 * as impossible. SQLite has no such function.
 */
async function hashTexts(tables: Kysely<unknown>, deliveries: RawBuilder<unknown>): Promise<void> {
  const { schema } = tables;
  await schema.alterTable("deliveries").dropConstraint("deliveries_id_key").execute();
  await schema.dropIndex("deliveries_event").execute();
  await sql`create index deliveries_id on ${deliveries} (hashtextextended(id, 0))`.execute(tables);
  await sql`create unique index deliveries_event on ${deliveries}
    (hashtextextended(event_id, 0), hashtextextended(event_id, 1), hashtextextended(endpoint_id, 0))`.execute(
    tables,
  );
}
