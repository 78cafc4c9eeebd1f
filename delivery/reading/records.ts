import { type Selectable, sql } from "kysely";
import type { StoredContent } from "../contents/pack.js";
import { contentText, readDictionaries } from "../contents/read-contents.js";
import type { Store } from "../store/store.js";
import type { AttemptsTable, DeliveriesTable, DeliveryKind, DeliveryState } from "../store/tables.js";
import { hasText } from "../store/text-keys.js";

/** A delivery with its attempts and its event, by its id; undefined if there is none. Rejects with a `StoreFailure`. */
export async function showDelivery(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  id: string,
): Promise<DeliveryDetails | undefined> {
  const row = await db
    .selectFrom("deliveries")
    .innerJoin("events", "events.event_id", "deliveries.event_id")
    .selectAll("deliveries")
    .select(["events.correlation_id", "events.content", "events.packed", "events.dictionary", "events.trace"])
    .where(hasText(dialect, { table: "deliveries", column: "id" }, sql`${id}`))
    .$castTo<DeliveryRow & StoredContent & { readonly trace: string | null }>()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await readDictionaries({ db, dialect }, [row]);
  const log = await db
    .selectFrom("attempts")
    .selectAll()
    .where("delivery", "=", row.sequence)
    .orderBy("number")
    .execute();
  const kept = keptAttempt(row);
  return {
    ...deliveryRecord(row),
    content: contentText(row),
    trace: row.trace ?? undefined,
    log: [...log.filter(({ number }) => number !== kept?.number), ...(kept === undefined ? [] : [kept])].map(
      attemptRecord,
    ),
  };
}

/** One delivery of the log; times are milliseconds since 1970. */
export interface DeliveryRecord {
  /** In the order of publication; the cursor of a page. */
  readonly sequence: number;
  readonly id: string;
  readonly endpointId: string;
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string | undefined;
  readonly kind: DeliveryKind;
  /** Size of the content in bytes. */
  readonly bytes: number;
  readonly state: DeliveryState;
  /** Attempts begun since publication or the last redelivery. */
  readonly attempts: number;
  /** Attempts before the last redelivery, and those that didn't count because the endpoint or this machine took no more. */
  readonly earlierAttempts: number;
  readonly maxAttempts: number;
  /** When the next attempt may begin; only while it is pending. */
  readonly dueAt: number | undefined;
  /** Status of the last answer. */
  readonly status: number | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  readonly createdAt: number;
  readonly settledAt: number | undefined;
  readonly redeliveries: number;
}

/** One attempt of the log. */
export interface AttemptRecord {
  /** From 1, never reset by a redelivery. */
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
  /** The first bytes of the answer, as text. It comes from the receiver: escape it wherever it is shown. */
  readonly answer: string | undefined;
  readonly secretVersion: number;
}

/** A delivery with everything that is known of it. */
export interface DeliveryDetails extends DeliveryRecord {
  /** The event as JSON text, as it was published; without a transport token. */
  readonly content: string;
  /** The `traceparent` under which it was published. */
  readonly trace: string | undefined;
  /** In the order in which they began. One that is under way isn't among them. */
  readonly log: readonly AttemptRecord[];
}

/** The row of a delivery, with the correlation id of its event. */
export type DeliveryRow = Selectable<DeliveriesTable> & { readonly correlation_id: string | null };

/** A row as a record. */
export function deliveryRecord(row: DeliveryRow): DeliveryRecord {
  return {
    sequence: row.sequence,
    id: row.id,
    endpointId: row.endpoint_id,
    application: row.application,
    eventId: row.event_id,
    eventType: row.event_type,
    correlationId: row.correlation_id ?? undefined,
    kind: row.kind,
    bytes: row.bytes,
    state: row.state,
    attempts: row.attempts,
    earlierAttempts: row.earlier_attempts,
    maxAttempts: row.max_attempts,
    dueAt: row.state === "pending" ? row.due_at : undefined,
    status: row.status ?? undefined,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
    redeliveries: row.redeliveries,
  };
}

/** The attempt that a delivery keeps itself, if it does. */
export function keptAttempt(
  row: Selectable<DeliveriesTable>,
): Omit<Selectable<AttemptsTable>, "delivery"> | undefined {
  const { duration_ms, secret_version } = row;
  if (duration_ms === null || secret_version === null) return undefined;
  return {
    number: row.earlier_attempts + row.attempts,
    started_at: row.due_at,
    duration_ms,
    status: row.status,
    error: row.error,
    answer: null,
    secret_version,
  };
}

/** A row as a record. */
function attemptRecord(row: Omit<Selectable<AttemptsTable>, "delivery">): AttemptRecord {
  return {
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status ?? undefined,
    error: row.error ?? undefined,
    answer: row.answer ?? undefined,
    secretVersion: row.secret_version,
  };
}
