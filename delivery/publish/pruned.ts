import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { isAmong } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { PrunedTable, Tables } from "../store/tables.js";
import { deliveryKey, type PreparedEvent } from "./prepare.js";

/** Under what an event is remembered once it was removed: 16 bytes of a hash. */
export function eventKey(eventId: string): string {
  return createHash("sha256").update(eventId).digest().subarray(0, 16).toString("base64url");
}

/** The same for two events with the same content, whatever the order of their members: 9 bytes of a hash. */
export function contentKey(event: unknown): string {
  return createHash("sha256").update(canonical(event)).digest().subarray(0, 9).toString("base64url");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}

/** What remains of what was removed, by application and event. */
export async function findPruned(
  db: Kysely<Tables>,
  dialect: Dialect,
  events: readonly PreparedEvent[],
): Promise<ReadonlyMap<string, PrunedTable>> {
  if (events.length === 0) return new Map();
  const keys = new Set(events.map(({ eventId }) => eventKey(eventId)));
  const rows = await db
    .selectFrom("pruned")
    .selectAll()
    .where(isAmong(dialect, "event_key", [...keys]))
    .execute();
  const found = new Map(rows.map((row) => [`${row.application}\n${row.event_key}`, row]));
  return new Map(
    events.flatMap((event) => {
      const row = found.get(`${event.application.id}\n${eventKey(event.eventId)}`);
      return row === undefined ? [] : [[deliveryKey(event), row] as const];
    }),
  );
}
