import { type Kysely, sql } from "kysely";
import type { Dialect } from "./store.js";
import type { Tables } from "./tables.js";

/**
 * Holds other changes to an application's endpoint and credentials back until the transaction ends. In SQLite, a
 * transaction does that for everything.
 */
export async function lockApplication(
  transaction: Kysely<Tables>,
  dialect: Dialect,
  application: string,
): Promise<void> {
  if (dialect === "sqlite") return;
  const name = `oipkit-delivery ${application}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
