import type { Store } from "@oipkit/delivery";
import { sql } from "kysely";

/** Chosen by chance; the advisory lock of those who create tables. */
const tablesLock = 0x73616e64;

/**
 * Creates the sandbox's tables that are missing, all or none, one process at a time: PostgreSQL's `if not exists` fails if another
 * session creates the same at that moment.
 */
export function createTables(store: Store, create: (db: Store["db"]) => Promise<void>): Promise<void> {
  return store.transact(async (transaction) => {
    if (store.dialect === "postgres")
      await sql`select pg_advisory_xact_lock(${sql.lit(tablesLock)})`.execute(transaction);
    await create(transaction);
  });
}
