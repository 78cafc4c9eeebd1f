import { type Kysely, sql } from "kysely";
import { batchParameter, isAmong, isListed, listParameter, rowsIn } from "../../store/batch.js";
import { template } from "../../store/steps.js";
import type { SqlStatement } from "../../store/store.js";
import type { Tables } from "../../store/tables.js";
import { type Cycle, type CycleTransaction, type LaneHealth, type LaneRow, laneColumns } from "../rows.js";

/** A lane that now belongs to this engine. */
export interface AcquiredLane extends LaneHealth {
  readonly endpoint_id: string;
  readonly application: string;
  readonly rate: number | null;
}

/** What to acquire. */
export interface Acquisition {
  /** Lanes of endpoints that answered when they were last asked: at most that many. */
  readonly answering: number;
  /** Other lanes, at most. */
  readonly doubtful: number;
  readonly leaseUntil: number;
  /** Endpoints to which attempts of an earlier lease are still under way. */
  readonly except: readonly string[];
}

/** Whether an endpoint answered when it was last asked, as far as the store knew. */
export function isAnswering({ answered_at, failures }: LaneHealth): boolean {
  return answered_at > 0 && failures === 0;
}

/** Whether lanes are wanted. */
export function acquires({ answering, doubtful }: Acquisition): boolean {
  return answering + doubtful > 0;
}

/**
 * Leases lanes of active endpoints: those that have waited longest, and those that have waited for the shortest time, since the longest may all belong
 * to endpoints that hang. An open circuit lets tests pass.
 */
export async function acquireLanes(
  transaction: CycleTransaction,
  { answering, doubtful, leaseUntil, except }: Acquisition,
): Promise<readonly AcquiredLane[]> {
  const { db, dialect } = transaction;
  const lanes: LeasedLane[] = [];
  for (const [isAnswering, wanted] of [
    [true, answering],
    [false, doubtful],
  ] as const) {
    const lease = (count: number, order: "asc" | "desc") =>
      leaseLanes(transaction, { isAnswering, count, order, leaseUntil, except });
    const oldest = await lease(Math.ceil(wanted / 2), "asc");
    lanes.push(...oldest);
    // Fewer than were asked for are all there are.
    if (oldest.length === Math.ceil(wanted / 2)) lanes.push(...(await lease(Math.floor(wanted / 2), "desc")));
  }
  if (lanes.length === 0) return [];
  const endpoints = await db
    .selectFrom("endpoints")
    .select(["id", "application", "rate"])
    .where(
      isAmong(
        dialect,
        "id",
        lanes.map(({ endpoint_id }) => endpoint_id),
      ),
    )
    .execute();
  const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return lanes.map((lane) => {
    const { application = "", rate = null } = known.get(lane.endpoint_id) ?? {};
    return Object.assign(lane, { application, rate });
  });
}

type LeasedLane = LaneHealth & { readonly endpoint_id: string };

/** Which lanes to lease. */
interface LaneChoice extends Pick<Acquisition, "leaseUntil" | "except"> {
  readonly isAnswering: boolean;
  readonly count: number;
  readonly order: "asc" | "desc";
}

async function leaseLanes(
  { db, dialect, owner, now }: CycleTransaction,
  { isAnswering, count, order, leaseUntil, except }: LaneChoice,
): Promise<readonly LeasedLane[]> {
  if (count <= 0) return [];
  // As the indexes have it.
  const kind = isAnswering
    ? sql<boolean>`l.answered_at > 0 and l.failures = 0`
    : sql<boolean>`(l.answered_at = 0 or l.failures > 0)`;
  // Tests are few, and those of all endpoints are looked up once.
  const tested = db
    .selectFrom("waiting as w")
    .select("w.endpoint_id")
    .where("w.kind", "=", sql.lit("test" as const));
  let waiting = db
    .selectFrom("lanes as l")
    .innerJoin("endpoints as e", "e.id", "l.endpoint_id")
    .select("l.endpoint_id")
    .where("e.state", "=", "active")
    .where(kind)
    .where("l.ready_at", "<=", now)
    .where((eb) => eb.or([eb("l.open_until", "<=", now), eb("l.endpoint_id", "in", tested)]))
    .where("l.lease_until", "<=", now)
    .where((eb) => eb.or([eb("l.lease_owner", "is", null), eb("l.lease_owner", "<>", owner)]))
    .orderBy("l.ready_at", order)
    .limit(count);
  if (except.length > 0)
    waiting = waiting.where(sql<boolean>`not (${isAmong(dialect, "l.endpoint_id", except)})`);
  // Kysely loses the alias in `forUpdate("l")` once there is a schema.
  if (dialect === "postgres") waiting = waiting.modifyEnd(sql`for update of l skip locked`);
  return db
    .updateTable("lanes")
    .set({ lease_owner: owner, lease_until: leaseUntil })
    .where("endpoint_id", "in", waiting)
    .returning(["endpoint_id", "failures", "failing_since", "open_until", "lost", "answered_at"])
    .execute();
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
  const renewed = db
    .updateTable("lanes")
    .from(lanes)
    .set((eb) => ({
      lease_until: eb.ref("r.lease_until"),
      failures: eb.ref("r.failures"),
      failing_since: eb.ref("r.failing_since"),
      open_until: eb.ref("r.open_until"),
      lost: eb.ref("r.lost"),
      answered_at: eb.ref("r.answered_at"),
    }))
    .whereRef("lanes.endpoint_id", "=", "r.endpoint_id")
    .returning("lanes.endpoint_id");
  // With a list besides, SQLite would look through all rows for each of its values.
  if (dialect === "sqlite") return renewed.where("lanes.lease_owner", "=", value<string>("owner"));
  const free = db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isListed(dialect, sql.ref("endpoint_id"), { type: "text", list: value("endpoints") }))
    .where("lease_owner", "=", value<string>("owner"));
  return renewed.where("lanes.endpoint_id", "in", free.forUpdate().skipLocked());
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
