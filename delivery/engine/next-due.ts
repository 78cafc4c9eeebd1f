import { sql } from "kysely";
import type { Store } from "../store/store.js";

/** When the engine has something to do next, in milliseconds since 1970; perhaps in the past. `undefined` if nothing waits. */
export async function nextDueAt({ db, dialect }: Store): Promise<number | undefined> {
  const greatest = sql.raw(dialect === "sqlite" ? "max" : "greatest");
  // Tests don't wait for a circuit to close.
  const hasTest = db
    .selectFrom("waiting as w")
    .select("w.sequence")
    .whereRef("w.endpoint_id", "=", sql.ref<string>("l.endpoint_id"))
    .where("w.kind", "=", sql.lit("test" as const));
  const closed = sql`case when exists ${hasTest} then 0 else l.open_until end`;
  const due = sql<number | null>`min(${greatest}(l.ready_at, ${closed}, l.lease_until))`;
  const [row] = await db
    .selectFrom("lanes as l")
    .innerJoin("endpoints as e", "e.id", "l.endpoint_id")
    .select(due.as("due"))
    .where("e.state", "=", "active")
    .where("l.ready_at", "is not", null)
    .execute();
  return row?.due ?? undefined;
}
