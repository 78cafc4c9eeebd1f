import { sql } from "kysely";
import { isAmong, parameterRows } from "../../store/batch.js";
import type { CycleTransaction } from "../rows.js";

/** Wakes that one transaction takes at most. */
export const mostTaken = 2000;

/**
 * Makes the lanes ready to which something was published. Publications only insert, so that they lock nothing that others need; here, each
 * lock ends with the cycle. A wake whose lane somebody else has locked stays for the next time. Returns how many were looked at.
 */
export async function takeWakes({ db, dialect, now }: CycleTransaction): Promise<number> {
  if (dialect !== "postgres") return 0;
  const wakes = await db
    .selectFrom("wakes")
    .select(["sequence", "endpoint_id", "at"])
    .orderBy("sequence")
    .limit(mostTaken)
    .forUpdate()
    .skipLocked()
    .execute();
  if (wakes.length === 0) return 0;
  const earliest = new Map<string, number>();
  for (const { endpoint_id, at } of wakes)
    earliest.set(endpoint_id, Math.min(at, earliest.get(endpoint_id) ?? at));
  // In one order, so that two engines don't wait for each other.
  const ids = [...earliest.keys()].sort();
  const rows = ids.map((endpoint_id) => ({ endpoint_id, at: earliest.get(endpoint_id) as number }));
  const woken = parameterRows(dialect, { endpoint_id: "text", at: "bigint" }, rows);
  await db
    .insertInto("lanes")
    .columns(["endpoint_id"])
    .expression((eb) => eb.selectFrom(woken).select("r.endpoint_id"))
    .onConflict((each) => each.column("endpoint_id").doNothing())
    .execute();
  const free = db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where(isAmong(dialect, "endpoint_id", ids))
    .forUpdate()
    .skipLocked();
  await db
    .updateTable("lanes")
    .from(woken)
    .set((eb) => ({ ready_at: eb.ref("r.at") }))
    .whereRef("lanes.endpoint_id", "=", "r.endpoint_id")
    .where("lanes.endpoint_id", "in", free)
    .where((eb) => eb.or([eb("lanes.ready_at", "is", null), eb("lanes.ready_at", ">", eb.ref("r.at"))]))
    .execute();
  const isReady = sql<boolean>`l.ready_at <= greatest(wakes.at, cast(${now} as bigint))`;
  await db
    .deleteFrom("wakes")
    .where(
      isAmong(
        dialect,
        "sequence",
        wakes.map(({ sequence }) => sequence),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("lanes as l")
          .select("l.endpoint_id")
          .whereRef("l.endpoint_id", "=", "wakes.endpoint_id")
          .where(isReady),
      ),
    )
    .execute();
  return wakes.length;
}
