import { sql } from "kysely";
import { isOneOf } from "../../store/batch.js";
import { publicationLock } from "../../store/publication-lock.js";
import type { CycleTransaction } from "./transaction.js";

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
    .where(isOneOf(dialect, "endpoint_id", endpoints))
    .where("lease_owner", "=", owner);
  const least = sql.raw(dialect === "sqlite" ? "min" : "least");
  const isQuiet =
    quiet.length === endpoints.length ? sql`1 = 1` : isOneOf(dialect, "lanes.endpoint_id", quiet);
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
