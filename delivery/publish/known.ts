import type { Kysely } from "kysely";
import { contentColumns, contentText, readDictionaries } from "../contents/read-contents.js";
import { isAmong } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { hasAnyText } from "../store/text-keys.js";
import type { PreparedEvent } from "./prepare.js";

/**
 * The contents of events that are already there, by id. In PostgreSQL, they can't be removed until the transaction ends: publications
 * share this lock, and `prune` leaves out what is locked.
 */
export async function findEvents(
  db: Kysely<Tables>,
  dialect: Dialect,
  events: readonly PreparedEvent[],
): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  const ids = [...new Set(events.map(({ eventId }) => eventId))];
  let query = db
    .selectFrom("events")
    .select(contentColumns)
    .where(isAmong(dialect, "event_id", ids));
  if (dialect === "postgres") query = query.forKeyShare();
  const rows = await query.execute();
  await readDictionaries({ db, dialect }, rows);
  return new Map(rows.map((row) => [row.event_id, contentText(row)]));
}

/** The ids of deliveries that are already there, by application and event. */
export async function findDeliveries(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("deliveries")
    .select(["application", "event_id", "id"])
    .where(hasAnyText(dialect, { table: "deliveries", column: "event_id" }, ids))
    .execute();
  return new Map(rows.map(({ application, event_id, id }) => [`${application}\n${event_id}`, id]));
}

/** Takes back what this transaction has written. */
export async function removeEvents(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("events")
    .where(isAmong(dialect, "event_id", [...new Set(ids)]))
    .execute();
}
