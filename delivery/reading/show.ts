import type { Store } from "../store/store.js";
import { attemptOf, type DeliveryDetails, type DeliveryRow, recordOf } from "./records.js";

/** A delivery with its attempts and its event, by its id; undefined if there is none. Rejects with a `StoreFailure`. */
export async function showDelivery(
  { db }: Pick<Store, "db">,
  id: string,
): Promise<DeliveryDetails | undefined> {
  const row = await db
    .selectFrom("deliveries")
    .innerJoin("events", "events.event_id", "deliveries.event_id")
    .selectAll("deliveries")
    .select(["events.correlation_id", "events.content", "events.trace"])
    .where("deliveries.id", "=", id)
    .$castTo<DeliveryRow & { readonly content: string; readonly trace: string | null }>()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const log = await db
    .selectFrom("attempts")
    .selectAll()
    .where("delivery", "=", row.sequence)
    .orderBy("number")
    .execute();
  return { ...recordOf(row), content: row.content, trace: row.trace ?? undefined, log: log.map(attemptOf) };
}
