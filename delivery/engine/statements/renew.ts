import { type Kysely, sql } from "kysely";
import { batchOf, isListed, isOneOf, listOf, rowsIn } from "../../store/batch.js";
import type { Step } from "../../store/step.js";
import type { Tables } from "../../store/tables.js";
import { template } from "../../store/template.js";
import { type LaneRow, laneColumns } from "../rows.js";
import type { Cycle } from "./transaction.js";

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
): Step<RenewedLane> | undefined {
  if (lanes.length === 0) return undefined;
  const { dialect } = store;
  const endpoints = listOf(
    dialect,
    lanes.map(({ endpoint_id }) => endpoint_id),
  );
  return renewal(store, { lanes: batchOf(dialect, laneColumns, lanes), endpoints, owner });
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
    .where(isOneOf(dialect, "endpoint_id", missing))
    .where("lease_owner", "=", owner)
    .execute();
  const stillOurs = new Set(ours.map(({ endpoint_id }) => endpoint_id));
  return { kept, lost: missing.filter((id) => !stillOurs.has(id)) };
}
