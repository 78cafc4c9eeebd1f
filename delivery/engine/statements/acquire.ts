import { type ExpressionBuilder, sql } from "kysely";
import { isOneOf } from "../../store/batch.js";
import type { Tables } from "../../store/tables.js";
import type { LaneHealth } from "../rows.js";
import type { CycleTransaction } from "./transaction.js";

/** A lane that now belongs to this engine. */
export interface AcquiredLane extends LaneHealth {
  readonly endpoint_id: string;
  readonly application: string;
}

/** What to acquire. */
export interface Acquisition {
  /** At most that many. */
  readonly count: number;
  readonly leaseUntil: number;
  /** Endpoints to which attempts of an earlier lease are still under way. */
  readonly except: readonly string[];
}

/** Leases the lanes of active endpoints that have waited longest. An open circuit lets tests pass. */
export async function acquireLanes(
  { db, dialect, owner, now }: CycleTransaction,
  { count, leaseUntil, except }: Acquisition,
): Promise<readonly AcquiredLane[]> {
  if (count <= 0) return [];
  const hasTest = (eb: ExpressionBuilder<Tables & { l: Tables["lanes"] }, "l">) =>
    eb.exists(
      eb
        .selectFrom("waiting as w")
        .select("w.sequence")
        .whereRef("w.endpoint_id", "=", "l.endpoint_id")
        .where("w.kind", "=", sql.lit("test" as const)),
    );
  let waiting = db
    .selectFrom("lanes as l")
    .innerJoin("endpoints as e", "e.id", "l.endpoint_id")
    .select("l.endpoint_id")
    .where("e.state", "=", "active")
    .where("l.ready_at", "<=", now)
    .where((eb) => eb.or([eb("l.open_until", "<=", now), hasTest(eb)]))
    .where("l.lease_until", "<=", now)
    .where((eb) => eb.or([eb("l.lease_owner", "is", null), eb("l.lease_owner", "<>", owner)]))
    .orderBy("l.ready_at")
    .limit(count);
  if (except.length > 0)
    waiting = waiting.where(sql<boolean>`not (${isOneOf(dialect, "l.endpoint_id", except)})`);
  // Kysely loses the alias in `forUpdate("l")` once there is a schema.
  if (dialect === "postgres") waiting = waiting.modifyEnd(sql`for update of l skip locked`);
  const leased = await db
    .updateTable("lanes")
    .set({ lease_owner: owner, lease_until: leaseUntil })
    .where("endpoint_id", "in", waiting)
    .returning(["endpoint_id", "failures", "failing_since", "open_until", "lost"])
    .execute();
  if (leased.length === 0) return [];
  const endpoints = await db
    .selectFrom("endpoints")
    .select(["id", "application"])
    .where(
      isOneOf(
        dialect,
        "id",
        leased.map(({ endpoint_id }) => endpoint_id),
      ),
    )
    .execute();
  const applications = new Map(endpoints.map(({ id, application }) => [id, application]));
  return leased.map((lane) => ({ ...lane, application: applications.get(lane.endpoint_id) ?? "" }));
}

/** Gives back what this engine holds in the store without knowing it, after a transaction whose outcome was unknown. */
export async function disownLanes(
  { db, dialect, owner }: CycleTransaction,
  held: readonly string[],
): Promise<void> {
  let disowned = db
    .updateTable("lanes")
    .set({ lease_owner: null, lease_until: 0 })
    .where("lease_owner", "=", owner);
  if (held.length > 0)
    disowned = disowned.where(sql<boolean>`not (${isOneOf(dialect, "endpoint_id", held)})`);
  await disowned.execute();
}
