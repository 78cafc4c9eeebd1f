import { sameContent } from "@oipkit/runtime/webhook";
import { type Kysely, sql } from "kysely";
import type { Packer } from "../contents/packer.js";
import { DeliveryError } from "../errors.js";
import { bytesFor, type RandomSource } from "../random-bytes.js";
import { isAmong, parameterRows } from "../store/batch.js";
import { publicationLock } from "../store/locks.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { announce } from "./announce.js";
import { findDeliveries, findEvents, removeEvents } from "./known.js";
import { type BatchOutcome, deliveryKey, type NotDeliveredReason, type PreparedEvent } from "./prepare.js";
import { contentKey, eventKey, findPruned } from "./pruned.js";

/** What the writing of publications needs besides its transaction. */
export interface PublishWriter extends RandomSource {
  readonly dialect: Dialect;
  readonly maxAttempts: number;
  /** How long an event is tried, in milliseconds; 0 for no limit. */
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly packer: Packer;
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
  const routed = events.filter((_, index) => "endpoint" in (routes[index] as PublicationRoute));
  await writer.packer.prepare(
    db,
    routed.map(({ eventType }) => eventType),
  );
  const contents = new Map(await writeEvents(db, writer, routed));
  const isOld = ({ eventId }: PreparedEvent): boolean => !contents.has(eventId);
  let known = await findEvents(db, dialect, events.filter(isOld));
  // Some may have been removed since they kept these from being written. What is there now is locked, and stays.
  for (let left = mostRounds; left > 0; left--) {
    const gone = routed.filter((each) => isOld(each) && !known.has(each.eventId));
    if (gone.length === 0) break;
    for (const [id, event] of await writeEvents(db, writer, gone)) contents.set(id, event);
    known = await findEvents(db, dialect, events.filter(isOld));
  }
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
  // Of a repeated event, nothing was written, and what was removed long ago is still remembered.
  const unwritten = events.filter(
    (each) => !written.has(deliveryKey(each)) && !earlier.has(deliveryKey(each)),
  );
  const pruned = await findPruned(db, dialect, unwritten);
  const isNeeded = new Set(
    events.filter((each) => written.has(deliveryKey(each))).map(({ eventId }) => eventId),
  );
  const needless = unwritten.filter((each) => contents.has(each.eventId) && pruned.has(deliveryKey(each)));
  await removeEvents(
    db,
    dialect,
    needless.map(({ eventId }) => eventId).filter((id) => !isNeeded.has(id)),
  );
  await announce(db, dialect, { endpoints, now });
  const told = new Set<string>();
  return events.map((event, index): BatchOutcome => {
    const { eventId } = event;
    const removed = pruned.get(deliveryKey(event));
    const hasChanged = removed !== undefined && removed.content_key !== contentKey(event.event);
    if (isConflict[index] || hasChanged) return { kind: "refused", error: conflict(eventId) };
    const own = written.get(deliveryKey(event));
    const deliveryId = own ?? earlier.get(deliveryKey(event)) ?? removed?.delivery_id;
    const to = routes[index] as PublicationRoute;
    if (deliveryId === undefined)
      return { kind: "not-delivered", eventId, reason: "reason" in to ? to.reason : "endpoint-missing" };
    const isRepeated = own === undefined || told.has(own);
    if (own !== undefined) told.add(own);
    return { kind: "published", eventId, deliveryId, isRepeated };
  });
}

/** Times that a publication meets the removal of the same event; each has ended when it goes on. */
const mostRounds = 5;

function conflict(eventId: string): DeliveryError {
  return new DeliveryError(
    "event-conflict",
    `${eventId} was published with other content; give the event another id`,
  );
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

const eventColumns = {
  ...({ event_id: "text", event_type: "text", correlation_id: "text", content: "text" } as const),
  ...({ packed: "text", dictionary: "bigint", trace: "text" } as const),
} as const;

const bytesFromHex = { sqlite: "unhex(r.packed)", postgres: "decode(r.packed, 'hex')" };

/** Returns the events that are new, by id. */
async function writeEvents(
  db: Kysely<Tables>,
  { dialect, now, packer }: PublishWriter,
  events: readonly PreparedEvent[],
): Promise<ReadonlyMap<string, PreparedEvent>> {
  if (events.length === 0) return new Map();
  // In one order, so that two publications of the same events don't wait for each other.
  const sorted = [...new Map([...events].reverse().map((each) => [each.eventId, each])).values()].sort(
    (a, b) => (a.eventId < b.eventId ? -1 : 1),
  );
  const rows = sorted.map((event) => {
    const { content, packed, dictionary } = packer.write(event);
    return {
      event_id: event.eventId,
      event_type: event.eventType,
      correlation_id: event.correlationId,
      content,
      packed,
      dictionary,
      trace: event.trace,
    };
  });
  const bytes = sql<Uint8Array | null>`${sql.raw(bytesFromHex[dialect])}`;
  const written = await db
    .insertInto("events")
    .columns([
      ...(["event_id", "event_type", "correlation_id", "content", "dictionary", "trace"] as const),
      ...(["packed", "kind", "created_at"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, eventColumns, rows))
        .select(["r.event_id", "r.event_type", "r.correlation_id", "r.content", "r.dictionary", "r.trace"])
        .select(bytes.as("packed"))
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
  event_key: "text",
  expires_at: "bigint",
} as const;

function newDeliveryRow(
  { eventId, eventType, content, application }: PreparedEvent,
  endpoint: Subscriber,
  writer: PublishWriter,
) {
  const bytes = bytesFor(writer, 16, `delivery ${eventId} ${endpoint.id}`);
  const id = `delivery_${Buffer.from(bytes).toString("hex")}`;
  return {
    place: 0,
    id,
    endpoint_id: endpoint.id,
    application: application.id,
    event_id: eventId,
    event_key: eventKey(eventId),
    event_type: eventType,
    bytes: Buffer.byteLength(content),
    max_attempts: writer.maxAttempts,
    at: writer.now,
    expires_at: writer.maxAgeMs === 0 ? null : writer.now + writer.maxAgeMs,
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
      ...(["state", "attempts", "max_attempts", "due_at", "created_at", "expires_at"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, deliveryColumns, rows))
        .select(["r.id", "r.endpoint_id", "r.application", "r.event_id", "r.event_type"])
        .select([sql<"event">`'event'`.as("kind"), "r.bytes", sql<"pending">`'pending'`.as("state")])
        .select([
          sql<number>`0`.as("attempts"),
          "r.max_attempts",
          "r.at as due_at",
          "r.at as created_at",
          "r.expires_at",
        ])
        // Not what was removed, which a statement before this one might not have seen.
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom("pruned")
                .select("pruned.event_key")
                .whereRef("pruned.event_key", "=", "r.event_key")
                .whereRef("pruned.application", "=", "r.application"),
            ),
          ),
        )
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
    .onConflict((each) => {
      // PostgreSQL's index is of hashes.
      if (dialect === "postgres") return each.doNothing();
      return each.columns(["event_id", "endpoint_id"]).doNothing();
    })
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
