import { type Kysely, sql } from "kysely";
import type { Dialect } from "../store.js";

/**
 * How long an event is tried, how often an endpoint takes requests, and when it last answered: endpoints that answered are leased apart from
 * the others, so that these, however many hang, don't take all lanes.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { schema } = db;
  await schema.alterTable("deliveries").addColumn("expires_at", "bigint").execute();
  await schema
    .alterTable("endpoints")
    .addColumn("rate", dialect === "sqlite" ? "real" : "double precision")
    .execute();
  await schema
    .alterTable("lanes")
    .addColumn("answered_at", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.dropIndex("lanes_ready").execute();
  for (const [name, condition] of [
    ["lanes_answering", sql<boolean>`ready_at is not null and answered_at > 0 and failures = 0`],
    ["lanes_doubtful", sql<boolean>`ready_at is not null and (answered_at = 0 or failures > 0)`],
  ] as const)
    await schema.createIndex(name).on("lanes").columns(["ready_at"]).where(condition).execute();
}
