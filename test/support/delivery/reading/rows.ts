import type { Insertable } from "kysely";
import type {
  AttemptsTable,
  DeliveriesTable,
  EndpointsTable,
  EventsTable,
  Store,
} from "../../../../delivery/index.js";

/** A time in 2026. */
export const start = Date.parse("2026-11-23T12:00:00Z");

/** An active, verified endpoint. */
export function endpointRow(
  id: string,
  application: string,
  more: Partial<Insertable<EndpointsTable>> = {},
): Insertable<EndpointsTable> {
  return {
    id,
    application,
    organization: "org_1",
    url: `https://${id}.example/hook`,
    event_types: '["thing.made"]',
    callback_types: "[]",
    encrypted: 0,
    state: "active",
    pause_reason: null,
    revision: 1,
    verified_at: start,
    created_at: start,
    updated_at: start,
    ...more,
  };
}

/** Writes a delivery and, unless it has one already, its event. */
export async function addDelivery(
  { db }: Pick<Store, "db">,
  delivery: Pick<Insertable<DeliveriesTable>, "id" | "endpoint_id" | "application" | "event_id"> &
    Partial<Insertable<DeliveriesTable>>,
  event: Partial<Insertable<EventsTable>> = {},
): Promise<number> {
  await db
    .insertInto("events")
    .values({
      event_id: delivery.event_id,
      event_type: "thing.made",
      correlation_id: `cor_${delivery.event_id}`,
      kind: "event",
      content: `{"id":"${delivery.event_id}"}`,
      created_at: start,
      ...event,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sequence } = await db
    .insertInto("deliveries")
    .values({
      event_type: "thing.made",
      kind: "event",
      bytes: 10,
      state: "pending",
      attempts: 0,
      max_attempts: 8,
      due_at: start,
      status: null,
      error: null,
      created_at: start,
      settled_at: null,
      redeliveries: 0,
      ...delivery,
    })
    .returning("sequence")
    .executeTakeFirstOrThrow();
  return sequence;
}

/** An attempt that was answered with 500. */
export function attemptRow(
  delivery: number,
  number: number,
  more: Partial<Insertable<AttemptsTable>> = {},
): Insertable<AttemptsTable> {
  return {
    delivery,
    number,
    started_at: start + number,
    duration_ms: 12,
    status: 500,
    error: "status",
    answer: "down for a moment",
    secret_version: 1,
    ...more,
  };
}
