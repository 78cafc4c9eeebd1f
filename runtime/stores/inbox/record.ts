import type { InboxRecord } from "../../ports/inbox-entry.js";
import type { JsonObject } from "../../ports/json-object.js";
import type { EventRow } from "./tables.js";

/** Converts a stored event to the public record. */
export function recordOf(row: EventRow): InboxRecord {
  const { entry, state, attempts, dueAt, error, settledAt, sequence } = row;
  const event = JSON.parse(entry.json) as JsonObject;
  return { ...entry, event, state, attempts, dueAt, error, settledAt, sequence };
}
