import { sql } from "kysely";
import { isAmong } from "../../store/batch.js";
import { publicationLock } from "../../store/locks.js";
import type { CycleTransaction } from "../rows.js";

/** A lane that was given back. */
export interface ReleasedLane {
  readonly endpoint_id: string;
  /** When there is something to do for it. */
  readonly ready_at: number | null;
  readonly open_until: number;
}

/** How soon a lane is looked at again to which somebody publishes right now, in milliseconds. */
const soonMs = 50;

/**
 * Gives lanes back, with the time of their next delivery. A publication that hasn't committed yet isn't seen here: a lane that
 * one may be under way to stays ready. A lane that somebody else has locked is given back next time.
 */
export async function releaseLanes(
  { db, dialect, owner, now }: CycleTransaction,
  endpoints: readonly string[],
): Promise<readonly ReleasedLane[]> {
  if (endpoints.length === 0) return [];
  const quiet = await publicationLock(dialect).tryAlone(db, endpoints);
  const free = db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isAmong(dialect, "endpoint_id", endpoints))
    .where("lease_owner", "=", owner);
  const least = sql.raw(dialect === "sqlite" ? "min" : "least");
  const isQuiet =
    quiet.length === endpoints.length ? sql`1 = 1` : isAmong(dialect, "lanes.endpoint_id", quiet);
  return db
    .updateTable("lanes")
    .set((eb) => {
      const next = eb
        .selectFrom("waiting")
        .select((each) => each.fn.min("due_at").as("next"))
        .whereRef("waiting.endpoint_id", "=", "lanes.endpoint_id");
      const soon = sql<number>`cast(${now + soonMs} as bigint)`;
      return {
        lease_owner: null,
        lease_until: 0,
        ready_at: sql<
          number | null
        >`case when ${isQuiet} then ${next} else ${least}(coalesce(${next}, ${soon}), ${soon}) end`,
      };
    })
    .where("endpoint_id", "in", dialect === "postgres" ? free.forUpdate().skipLocked() : free)
    .returning(["endpoint_id", "ready_at", "open_until"])
    .execute();
}

/**
 * Makes lanes ready that are idle although something waits: an endpoint was resumed, say, while a publication for it wasn't committed yet.
 * Lanes that somebody else has locked are left out.
 */
export async function wakeIdleLanes({ db, dialect }: CycleTransaction): Promise<void> {
  const idle = db
    .selectFrom("lanes as l")
    .innerJoin("endpoints as e", "e.id", "l.endpoint_id")
    .select("l.endpoint_id")
    .where("l.ready_at", "is", null)
    .where("l.lease_owner", "is", null)
    .where("e.state", "=", "active")
    .where((eb) =>
      eb.exists(
        eb.selectFrom("waiting as w").select("w.sequence").whereRef("w.endpoint_id", "=", "l.endpoint_id"),
      ),
    );
  await db
    .updateTable("lanes")
    .set((eb) => ({
      ready_at: eb
        .selectFrom("waiting")
        .select(({ fn }) => fn.min("due_at").as("due"))
        .whereRef("waiting.endpoint_id", "=", "lanes.endpoint_id"),
    }))
    .where(
      "endpoint_id",
      "in",
      dialect === "postgres" ? idle.modifyEnd(sql`for update of l skip locked`) : idle,
    )
    .execute();
}

/** An endpoint to pause. */
export interface Pause {
  readonly endpointId: string;
  readonly application: string;
  /** For people. */
  readonly reason: string;
}

/** Pauses active endpoints and says so in the audit. Returns those that were active. */
export async function pauseEndpoints(
  { db, now }: CycleTransaction,
  pauses: readonly Pause[],
): Promise<readonly Pause[]> {
  const done: Pause[] = [];
  for (const pause of pauses) {
    const changed = await db
      .updateTable("endpoints")
      .set({ state: "paused", pause_reason: pause.reason, updated_at: now })
      .where("id", "=", pause.endpointId)
      .where("state", "=", "active")
      .returning("id")
      .execute();
    if (changed.length === 0) continue;
    await db
      .insertInto("audit")
      .values({
        at: now,
        actor: "engine",
        action: "endpoint-paused",
        application: pause.application,
        subject: pause.endpointId,
        operation_id: null,
        details: JSON.stringify({ reason: pause.reason }),
      })
      .execute();
    done.push(pause);
  }
  return done;
}
