import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { batchParameter, isAmong, isListed, listParameter, rowsIn } from "../../store/batch.js";
import { template } from "../../store/steps.js";
import type { SqlStatement } from "../../store/store.js";
import type { Tables } from "../../store/tables.js";
import { type Cycle, type CycleTransaction, type LaneHealth, type LaneRow, laneColumns } from "../rows.js";

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
    waiting = waiting.where(sql<boolean>`not (${isAmong(dialect, "l.endpoint_id", except)})`);
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
      isAmong(
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
    disowned = disowned.where(sql<boolean>`not (${isAmong(dialect, "endpoint_id", held)})`);
  await disowned.execute();
}

/** Which lanes still belong to this engine. */
export interface Renewal {
  /** Renewed and locked until the transaction ends: nobody else can take them meanwhile. */
  readonly kept: ReadonlySet<string>;
  /** Another engine has them now. */
  readonly lost: readonly string[];
}

interface RenewedLane {
  readonly endpoint_id: string;
}

const renewal = template<RenewedLane, "lanes" | "endpoints" | "owner">(({ db, dialect, value }) => {
  const lanes = rowsIn(dialect, laneColumns, value("lanes"));
  const free = db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isListed(dialect, sql.ref("endpoint_id"), { type: "text", list: value("endpoints") }))
    .where("lease_owner", "=", value<string>("owner"));
  return db
    .updateTable("lanes")
    .from(lanes)
    .set((eb) => ({
      lease_until: eb.ref("r.lease_until"),
      failures: eb.ref("r.failures"),
      failing_since: eb.ref("r.failing_since"),
      open_until: eb.ref("r.open_until"),
      lost: eb.ref("r.lost"),
    }))
    .whereRef("lanes.endpoint_id", "=", "r.endpoint_id")
    .where("lanes.endpoint_id", "in", dialect === "postgres" ? free.forUpdate().skipLocked() : free)
    .returning("lanes.endpoint_id");
});

/**
 * Renews leases, writes what is known about the lanes, and returns those that were renewed. A lane that somebody else has locked is left
 * out, since waiting could take as long as a caller's transaction; if it isn't lost either, it is renewed next time.
 */
export function renewLanes(
  { store, owner }: Cycle,
  lanes: readonly LaneRow[],
): SqlStatement<RenewedLane> | undefined {
  if (lanes.length === 0) return undefined;
  const { dialect } = store;
  const endpoints = listParameter(
    dialect,
    lanes.map(({ endpoint_id }) => endpoint_id),
  );
  return renewal(store, { lanes: batchParameter(dialect, laneColumns, lanes), endpoints, owner });
}

/** What became of lanes of which those were renewed. */
export async function readRenewal(
  db: Kysely<Tables>,
  { store: { dialect }, owner }: Cycle,
  { lanes, renewed }: { readonly lanes: readonly RenewedLane[]; readonly renewed: readonly RenewedLane[] },
): Promise<Renewal> {
  const kept = new Set(renewed.map(({ endpoint_id }) => endpoint_id));
  const missing = lanes.map(({ endpoint_id }) => endpoint_id).filter((id) => !kept.has(id));
  if (missing.length === 0) return { kept, lost: [] };
  const ours = await db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isAmong(dialect, "endpoint_id", missing))
    .where("lease_owner", "=", owner)
    .execute();
  const stillOurs = new Set(ours.map(({ endpoint_id }) => endpoint_id));
  return { kept, lost: missing.filter((id) => !stillOurs.has(id)) };
}
