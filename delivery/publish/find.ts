import type { Kysely } from "kysely";
import { isOneOf } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";

/** An application's endpoint. */
export interface Subscriber {
  readonly id: string;
  readonly eventTypes: ReadonlySet<string>;
}

/** The endpoints that aren't revoked, by application. */
export async function findSubscribers(
  db: Kysely<Tables>,
  dialect: Dialect,
  applications: readonly string[],
): Promise<ReadonlyMap<string, Subscriber>> {
  const rows = await db
    .selectFrom("endpoints")
    .select(["id", "application", "event_types"])
    .where(isOneOf(dialect, "application", applications))
    .where("state", "<>", "revoked")
    .execute();
  return new Map(
    rows.map(({ id, application, event_types }) => [
      application,
      { id, eventTypes: new Set(JSON.parse(event_types) as string[]) },
    ]),
  );
}

/** The contents of events that are already there, by id. */
export async function findEvents(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("events")
    .select(["event_id", "content"])
    .where(isOneOf(dialect, "event_id", ids))
    .execute();
  return new Map(rows.map(({ event_id, content }) => [event_id, content]));
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
    .where(isOneOf(dialect, "event_id", ids))
    .execute();
  return new Map(rows.map(({ application, event_id, id }) => [`${application}\n${event_id}`, id]));
}
