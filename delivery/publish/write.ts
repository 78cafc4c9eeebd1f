import { sameContent } from "@oipkit/runtime/webhook";
import { type Kysely, sql } from "kysely";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { isAmong, parameterRows } from "../store/batch.js";
import { publicationLock } from "../store/locks.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { announce } from "./announce.js";
import type { BatchOutcome, NotDeliveredReason, PreparedEvent } from "./prepare.js";

/** What the writing of publications needs besides its transaction. */
export interface PublishWriter {
  readonly dialect: Dialect;
  readonly maxAttempts: number;
  readonly random: DeliveryContext["random"];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Where an event goes, or why it goes nowhere. */
type PublicationRoute = { readonly endpoint: Subscriber } | { readonly reason: NotDeliveredReason };

/**
 * Writes events and their deliveries in a transaction, in the order of the events, and says that their lanes are ready. What an earlier
 * publication wrote stays, and its outcome is returned.
 */
export async function writePublications(
  db: Kysely<Tables>,
  writer: PublishWriter,
  events: readonly PreparedEvent[],
): Promise<readonly BatchOutcome[]> {
  const { dialect, now } = writer;
  if (events.length === 0) return [];
  const subscribers = await findSubscribers(db, dialect, [
    ...new Set(events.map((each) => each.application.id)),
  ]);
  const routes = events.map((event): PublicationRoute => route(event, subscribers.get(event.application.id)));
  const endpoints = [...new Set(routes.flatMap((each) => ("endpoint" in each ? [each.endpoint.id] : [])))];
  if (endpoints.length > 0) await publicationLock(dialect).share(db, endpoints);
  const contents = await writeEvents(
    db,
    writer,
    events.filter((_, index) => "endpoint" in (routes[index] as PublicationRoute)),
  );
  const known = await findEvents(
    db,
    dialect,
    events.map(({ eventId }) => eventId).filter((id) => !contents.has(id)),
  );
  const isConflict = events.map((event) => {
    const first = contents.get(event.eventId);
    if (first !== undefined && (first === event || first.content === event.content)) return false;
    const other = first?.content ?? known.get(event.eventId);
    return other !== undefined && !sameContent(JSON.parse(other), event.event);
  });
  const old = events.map(({ eventId }) => eventId).filter((id) => !contents.has(id));
  const earlier = await findDeliveries(db, dialect, old);
  const rows = events.flatMap((event, index) => {
    const to = routes[index] as PublicationRoute;
    if (isConflict[index] || !("endpoint" in to) || earlier.has(deliveryKey(event))) return [];
    return [newDeliveryRow(event, to.endpoint, writer)];
  });
  const written = await writeDeliveries(db, dialect, rows);
  await announce(db, dialect, { endpoints, now });
  const told = new Set<string>();
  return events.map((event, index): BatchOutcome => {
    const { eventId } = event;
    if (isConflict[index]) return { kind: "refused", error: conflict(eventId) };
    const own = written.get(deliveryKey(event));
    const deliveryId = own ?? earlier.get(deliveryKey(event));
    const to = routes[index] as PublicationRoute;
    if (deliveryId === undefined)
      return { kind: "not-delivered", eventId, reason: "reason" in to ? to.reason : "endpoint-missing" };
    const isRepeated = own === undefined || told.has(own);
    if (own !== undefined) told.add(own);
    return { kind: "published", eventId, deliveryId, isRepeated };
  });
}

function conflict(eventId: string): DeliveryError {
  return new DeliveryError(
    "event-conflict",
    `${eventId} was published with other content; give the event another id`,
  );
}

function deliveryKey({ eventId, application }: PreparedEvent): string {
  return `${application.id}\n${eventId}`;
}

function route(
  { eventType, application }: PreparedEvent,
  endpoint: Subscriber | undefined,
): PublicationRoute {
  if (!application.active) return { reason: "application-inactive" };
  if (!application.grantedEventTypes.includes(eventType)) return { reason: "type-not-granted" };
  if (endpoint === undefined) return { reason: "endpoint-missing" };
  if (endpoint.eventTypes.has(eventType)) return { endpoint };
  return { reason: "not-subscribed" };
}

/** Returns the events that are new, by id. */
async function writeEvents(
  db: Kysely<Tables>,
  { dialect, now }: PublishWriter,
  events: readonly PreparedEvent[],
): Promise<ReadonlyMap<string, PreparedEvent>> {
  if (events.length === 0) return new Map();
  // In one order, so that two publications of the same events don't wait for each other.
  const sorted = [...new Map([...events].reverse().map((each) => [each.eventId, each])).values()].sort(
    (a, b) => (a.eventId < b.eventId ? -1 : 1),
  );
  const rows = sorted.map(({ eventId, eventType, correlationId, content, trace }) => ({
    event_id: eventId,
    event_type: eventType,
    correlation_id: correlationId,
    content,
    trace,
  }));
  const columns = {
    ...({ event_id: "text", event_type: "text", correlation_id: "text", content: "text" } as const),
    trace: "text",
  } as const;
  const written = await db
    .insertInto("events")
    .columns(["event_id", "event_type", "correlation_id", "content", "trace", "kind", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, columns, rows))
        .select(["r.event_id", "r.event_type", "r.correlation_id", "r.content", "r.trace"])
        .select([sql<"event">`'event'`.as("kind"), sql<number>`cast(${now} as bigint)`.as("created_at")])
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((each) => each.column("event_id").doNothing())
    .returning("event_id")
    .execute();
  const isNew = new Set(written.map(({ event_id }) => event_id));
  return new Map(sorted.filter(({ eventId }) => isNew.has(eventId)).map((each) => [each.eventId, each]));
}

const deliveryColumns = {
  ...({ place: "bigint", id: "text", endpoint_id: "text", application: "text", event_id: "text" } as const),
  ...({ event_type: "text", bytes: "bigint", max_attempts: "bigint", at: "bigint" } as const),
} as const;

function newDeliveryRow(
  { eventId, eventType, content, application }: PreparedEvent,
  endpoint: Subscriber,
  writer: PublishWriter,
) {
  const id = `delivery_${Buffer.from(writer.random(16)).toString("hex")}`;
  return {
    place: 0,
    id,
    endpoint_id: endpoint.id,
    application: application.id,
    event_id: eventId,
    event_type: eventType,
    bytes: Buffer.byteLength(content),
    max_attempts: writer.maxAttempts,
    at: writer.now,
  };
}

/** Returns the ids of new deliveries, by application and event. */
async function writeDeliveries(
  db: Kysely<Tables>,
  dialect: Dialect,
  unplaced: readonly ReturnType<typeof newDeliveryRow>[],
): Promise<ReadonlyMap<string, string>> {
  if (unplaced.length === 0) return new Map();
  const rows = unplaced.map((row, place) => ({ ...row, place }));
  const written = await db
    .insertInto("deliveries")
    .columns([
      ...(["id", "endpoint_id", "application", "event_id", "event_type", "kind", "bytes"] as const),
      ...(["state", "attempts", "max_attempts", "due_at", "created_at"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, deliveryColumns, rows))
        .select(["r.id", "r.endpoint_id", "r.application", "r.event_id", "r.event_type"])
        .select([sql<"event">`'event'`.as("kind"), "r.bytes", sql<"pending">`'pending'`.as("state")])
        .select([sql<number>`0`.as("attempts"), "r.max_attempts", "r.at as due_at", "r.at as created_at"])
        // It may have been revoked since it was found.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("endpoints")
              .select("endpoints.id")
              .whereRef("endpoints.id", "=", "r.endpoint_id")
              .where("endpoints.state", "<>", "revoked"),
          ),
        )
        .orderBy("r.place"),
    )
    .onConflict((each) => each.columns(["event_id", "endpoint_id"]).doNothing())
    .returning(["application", "event_id", "id"])
    .execute();
  return new Map(written.map(({ application, event_id, id }) => [`${application}\n${event_id}`, id]));
}

/** An application's endpoint. */
interface Subscriber {
  readonly id: string;
  readonly eventTypes: ReadonlySet<string>;
}

/** The endpoints that aren't revoked, by application. */
async function findSubscribers(
  db: Kysely<Tables>,
  dialect: Dialect,
  applications: readonly string[],
): Promise<ReadonlyMap<string, Subscriber>> {
  const rows = await db
    .selectFrom("endpoints")
    .select(["id", "application", "event_types"])
    .where(isAmong(dialect, "application", applications))
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
async function findEvents(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("events")
    .select(["event_id", "content"])
    .where(isAmong(dialect, "event_id", ids))
    .execute();
  return new Map(rows.map(({ event_id, content }) => [event_id, content]));
}

/** The ids of deliveries that are already there, by application and event. */
async function findDeliveries(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("deliveries")
    .select(["application", "event_id", "id"])
    .where(isAmong(dialect, "event_id", ids))
    .execute();
  return new Map(rows.map(({ application, event_id, id }) => [`${application}\n${event_id}`, id]));
}
