import type { InboxEntry, InboxState } from "../ports/inbox-entry.js";
import type { EventRow, EventStatus, ResourceRow } from "./inbox/tables.js";
import { fromStored, toStored } from "./stored-text.js";

/** A value of a database column; PostgreSQL returns 64-bit integers as text, SQLite booleans as numbers. */
export type Column = string | number | boolean | null | undefined;

/** A row as a database driver returns it, by column. */
export type Columns = Readonly<Record<string, Column>>;

/** The columns of an event that never change, in the order of `entryColumns`. */
export const entryColumns = [
  "key",
  "application",
  "event_id",
  "event_type",
  "delivery_id",
  "correlation_id",
  "json",
  "test",
  "received_at",
  "occurred_at",
  "family",
  "resource",
  "resource_key",
  "version",
] as const;

/** The columns of an event that change, in the order of `statusColumns`. */
export const statusColumns = ["state", "due_at", "lease", "attempts", "error", "settled_at"] as const;

/** The values of an entry's columns, in the order of `entryColumns`. */
export function entryValues(
  entry: InboxEntry,
  keys: { readonly key: string; readonly resourceKey: string | undefined },
): (string | number | boolean | null)[] {
  const { ordering } = entry;
  return [
    keys.key,
    toStored(entry.application),
    toStored(entry.eventId),
    toStored(entry.eventType),
    toStored(entry.deliveryId),
    entry.correlationId === undefined ? null : toStored(entry.correlationId),
    // Valid JSON text holds none of the characters that would need escaping.
    entry.json,
    entry.test,
    entry.receivedAt,
    entry.occurredAt ?? null,
    ordering ? toStored(ordering.family) : null,
    ordering ? toStored(ordering.resource) : null,
    keys.resourceKey ?? null,
    ordering?.version ?? null,
  ];
}

/** The values of a status's columns, in the order of `statusColumns`. */
export function statusValues(status: EventStatus): (string | number | null)[] {
  const { state, dueAt, lease, attempts, error, settledAt } = status;
  return [
    state,
    dueAt,
    lease ?? null,
    attempts,
    error === undefined ? null : toStored(error),
    settledAt ?? null,
  ];
}

function readOrdering(row: Columns): InboxEntry["ordering"] {
  const resource = columnText(row.resource);
  if (resource === undefined) return undefined;
  return { family: columnText(row.family) ?? "", resource, version: Number(row.version) };
}

/** The stored event of a row. */
export function eventRow(row: Columns): EventRow {
  const entry: InboxEntry = {
    application: columnText(row.application) ?? "",
    eventId: columnText(row.event_id) ?? "",
    eventType: columnText(row.event_type) ?? "",
    deliveryId: columnText(row.delivery_id) ?? "",
    correlationId: columnText(row.correlation_id),
    json: String(row.json),
    test: Boolean(row.test),
    ...(row.occurred_at !== null && { occurredAt: Number(row.occurred_at) }),
    receivedAt: Number(row.received_at),
    ordering: readOrdering(row),
  };
  return {
    ...eventStatus(row),
    key: String(row.key),
    sequence: Number(row.sequence),
    entry,
    resourceKey: row.resource_key === null ? undefined : String(row.resource_key),
  };
}

/** The status in a row. */
export function eventStatus(row: Columns): EventStatus {
  return {
    state: String(row.state) as InboxState,
    dueAt: Number(row.due_at),
    lease: row.lease === null ? undefined : String(row.lease),
    attempts: Number(row.attempts),
    error: columnText(row.error),
    settledAt: row.settled_at === null ? undefined : Number(row.settled_at),
  };
}

/** The stored resource of a row. */
export function resourceRow(row: Columns): ResourceRow {
  return {
    key: String(row.key),
    application: columnText(row.application) ?? "",
    family: columnText(row.family) ?? "",
    resource: columnText(row.resource) ?? "",
    version: Number(row.version),
    attempts: Number(row.attempts),
    dueAt: Number(row.due_at),
    lease: row.lease === null ? undefined : String(row.lease),
  };
}

function columnText(value: Column): string | undefined {
  if (value === null || value === undefined) return undefined;
  return fromStored(String(value));
}
