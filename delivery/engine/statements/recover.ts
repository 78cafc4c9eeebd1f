import { sql } from "kysely";
import { isAmong } from "../../store/batch.js";
import type { CycleTransaction } from "../rows.js";

/** A delivery whose last attempt was interrupted. */
export type Recovered = Awaited<ReturnType<typeof recoverInterrupted>>[number];

/**
 * Ends attempts that began under a lease that ran out. They count, since they may have arrived, and are tried again at once. Returns
 * the deliveries.
 */
export async function recoverInterrupted(
  { db, dialect, now }: CycleTransaction,
  endpoints: readonly string[],
) {
  if (endpoints.length === 0) return [];
  const open = await db
    .selectFrom("sending")
    .select("sequence")
    .where(isAmong(dialect, "endpoint_id", endpoints))
    .execute();
  if (open.length === 0) return [];
  const sequences = isAmong(
    dialect,
    "sequence",
    open.map(({ sequence }) => sequence),
  );
  await db
    .insertInto("attempts")
    .columns(["delivery", "number", "started_at", "duration_ms", "error", "secret_version"])
    .expression((eb) =>
      eb
        .selectFrom("deliveries")
        .select([
          "sequence",
          sql<number>`earlier_attempts + attempts`.as("number"),
          "due_at",
          sql<number>`0`.as("duration_ms"),
          sql<string>`'interrupted'`.as("error"),
          sql<number>`0`.as("secret_version"),
        ])
        .where(sequences),
    )
    .onConflict((conflict) => conflict.columns(["delivery", "number"]).doNothing())
    .execute();
  const recovered = await db
    .updateTable("deliveries")
    .set({
      state: sql`case when attempts < max_attempts then 'pending' else 'failed' end`,
      settled_at: sql`case when attempts < max_attempts then null else cast(${now} as bigint) end`,
      // Before what was published later, which waits since then.
      due_at: sql`created_at`,
      status: null,
      error: "interrupted",
    })
    .where(sequences)
    .where("state", "=", "sending")
    .returning(["id", "endpoint_id", "application", "event_id", "event_type", "kind"])
    .returning(["sequence", "state", "attempts", "earlier_attempts"])
    .execute();
  const events = await db
    .selectFrom("events")
    .select(["event_id", "trace"])
    .where(isAmong(dialect, "event_id", [...new Set(recovered.map(({ event_id }) => event_id))]))
    .execute();
  const traces = new Map(events.map(({ event_id, trace }) => [event_id, trace]));
  return recovered.map((row) => ({ ...row, trace: traces.get(row.event_id) ?? null }));
}
