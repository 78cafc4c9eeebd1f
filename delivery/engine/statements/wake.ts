import { sql } from "kysely";
import type { CycleTransaction } from "./transaction.js";

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
