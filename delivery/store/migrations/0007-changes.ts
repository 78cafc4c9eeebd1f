import type { Kysely } from "kysely";
import type { Dialect } from "../store.js";

/** Changes that are to be told by operational events, until those are published. */
export async function up({ schema }: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("changes")
    .addColumn("sequence", dialect === "sqlite" ? "integer" : "bigserial", (column) =>
      dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .execute();
}
