import { type Kysely, sql } from "kysely";
import { isAmong, parameterRows } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";

/** Lanes of which a delivery is due at a time, in milliseconds since 1970. */
interface ReadyLanes {
  readonly endpoints: readonly string[];
  readonly now: number;
}

/**
 * Says that something is due, in a transaction that may take as long as its caller wants: nothing is locked that others need. A lane that is
 * ready already stays so until this transaction has ended, since it shares the publication lock; but under another isolation than that
 * of statements, the lane may be seen as it was before.
 */
export async function announce(
  db: Kysely<Tables>,
  dialect: Dialect,
  { endpoints, now }: ReadyLanes,
): Promise<void> {
  if (endpoints.length === 0) return;
  if (dialect === "sqlite") return makeReady(db, dialect, { endpoints, now });
  const rows = endpoints.map((endpoint_id) => ({ endpoint_id, at: now }));
  await db
    .insertInto("wakes")
    .columns(["endpoint_id", "at"])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, { endpoint_id: "text", at: "bigint" }, rows))
        .select(["r.endpoint_id", "r.at"])
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom("lanes as l")
                .select("l.endpoint_id")
                .whereRef("l.endpoint_id", "=", "r.endpoint_id")
                .whereRef("l.ready_at", "<=", "r.at")
                .where(sql<boolean>`current_setting('transaction_isolation') = 'read committed'`),
            ),
          ),
        ),
    )
    .execute();
}

/** Makes lanes ready at a time. Those that are ready already aren't touched: their engine may be writing to them. */
export async function makeReady(
  db: Kysely<Tables>,
  dialect: Dialect,
  { endpoints, now }: ReadyLanes,
): Promise<void> {
  if (endpoints.length === 0) return;
  const sorted = [...endpoints].sort().map((endpoint_id) => ({ endpoint_id }));
  await db
    .insertInto("lanes")
    .columns(["endpoint_id"])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, { endpoint_id: "text" }, sorted))
        .select("r.endpoint_id")
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((each) => each.column("endpoint_id").doNothing())
    .execute();
  let idle = db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isAmong(dialect, "endpoint_id", endpoints))
    .where((eb) => eb.or([eb("ready_at", "is", null), eb("ready_at", ">", now)]));
  if (dialect === "postgres") idle = idle.orderBy("endpoint_id").forUpdate();
  await db.updateTable("lanes").set({ ready_at: now }).where("endpoint_id", "in", idle).execute();
}
