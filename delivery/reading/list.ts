import { type Kysely, sql } from "kysely";
import type { Store } from "../store/store.js";
import type { DeliveryState, Tables } from "../store/tables.js";
import { hasText } from "../store/text-keys.js";
import { historyRows } from "./history.js";
import { checkQuery, type DeliveryQuery, deliveryStates } from "./query.js";
import { type DeliveryRecord, type DeliveryRow, deliveryRecord } from "./records.js";
import { bounds, endpointIds, isForward, type PageParts, type SequenceRows, withFilters } from "./rows.js";
import { findSpan } from "./span.js";

/** A page of the log. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[];
  /** The cursor of the next page, for `before` or, in the order of publication, `after`; undefined if this is the last. */
  readonly next: number | undefined;
}

/** Lists deliveries page by page. Rejects with `delivery-options` or a `StoreFailure`. */
export async function listDeliveries(
  store: Pick<Store, "db" | "dialect" | "transact">,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  checkQuery(query);
  const { limit = 100 } = query;
  const found: DeliveryRow[] = [];
  await eachPage(store, query, async (page) => void found.push(...(await page.execute())));
  const direction = isForward(query) ? 1 : -1;
  const rows = found.sort((a, b) => direction * (a.sequence - b.sequence));
  const shown = rows.slice(0, limit);
  return {
    deliveries: shown.map(deliveryRecord),
    next: rows.length > limit ? shown.at(-1)?.sequence : undefined,
  };
}

type Page = ReturnType<typeof pageRows>;

/**
 * Runs work with each statement behind a page, in the transaction that it needs. PostgreSQL takes a value that it doesn't know for rare, and
 * would read and sort all that has it; here, it walks the index that has the order.
 */
export async function eachPage(
  store: Pick<Store, "db" | "dialect" | "transact">,
  query: DeliveryQuery,
  work: (page: Page, db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const { db, dialect, transact } = store;
  const span = isNamed(query) ? {} : await findSpan(db, query);
  // One more than asked for, which says whether there is another page.
  const parts = { dialect, query, span, limit: (query.limit ?? 100) + 1 };
  if (dialect === "sqlite" || isNamed(query)) {
    for (const { rows } of branches({ ...parts, db })) await work(pageRows({ ...parts, db }, rows), db);
    return;
  }
  const readAll = async (transaction: Kysely<Tables>): Promise<void> => {
    for (const { rows, isFew } of branches({ ...parts, db: transaction })) {
      const off = planSettings.filter((name) => !isFew || name !== "enable_sort");
      const settings = off.map((name) => sql`set_config(${sql.lit(name)}, 'off', true)`);
      if (isFew) settings.push(sql`set_config('enable_sort', 'on', true)`);
      await sql`select ${sql.join(settings)}`.execute(transaction);
      await work(pageRows({ ...parts, db: transaction }, rows), transaction);
    }
  };
  await transact(readAll, { durable: false });
}

const planSettings = [
  ...["enable_bitmapscan", "enable_sort", "enable_seqscan"],
  ...["enable_hashjoin", "enable_mergejoin", "jit"],
];

/** The rows of those sequences, in the order of the page. */
function pageRows({ db, query, limit }: PageParts, rows: SequenceRows) {
  return db
    .selectFrom(sql<{ sequence: number }>`${rows}`.as("s"))
    .innerJoin("deliveries", "deliveries.sequence", "s.sequence")
    .orderBy("s.sequence", isForward(query) ? "asc" : "desc")
    .limit(limit)
    .selectAll("deliveries")
    .select((expression) =>
      expression
        .selectFrom("events")
        .select("events.correlation_id")
        .whereRef("events.event_id", "=", "deliveries.event_id")
        .as("correlation_id"),
    )
    .$castTo<DeliveryRow>();
}

/**
 * The sequences of what has the filters, by statements that each walk one index in the order of the page. Several states are one statement
 * each: a database would sort them all to merge them.
 */
function branches(parts: PageParts): readonly Branch[] {
  const { states } = parts.query;
  const wanted = new Set(states ?? deliveryStates);
  if (isNamed(parts.query)) return [{ rows: named(parts, [...wanted]), isFew: true }];
  if (wanted.size === deliveryStates.length) return [{ rows: historyRows(parts), isFew: false }];
  return [...wanted].map((state) => ({ rows: rowsInState(parts, state), isFew: state === "sending" }));
}

interface Branch {
  readonly rows: SequenceRows;
  /** Whether they can be sorted. */
  readonly isFew: boolean;
}

function isNamed({ eventId, deliveryId }: DeliveryQuery): boolean {
  return eventId !== undefined || deliveryId !== undefined;
}

/** The few deliveries of an event, or the one of an id. A cross join keeps SQLite from beginning with another filter. */
function named({ db, dialect, query, span }: PageParts, states: readonly DeliveryState[]): SequenceRows {
  const { eventId, deliveryId } = query;
  let few = db.selectFrom("deliveries as d").select("d.sequence");
  if (deliveryId !== undefined)
    few = few.where(hasText(dialect, { table: "d", column: "id" }, sql`${deliveryId}`));
  if (eventId !== undefined)
    few = few.where(hasText(dialect, { table: "d", column: "event_id" }, sql`${eventId}`));
  return withFilters(db.selectFrom(few.as("n")).crossJoin("deliveries"), query, span)
    .whereRef("n.sequence", "=", "deliveries.sequence")
    .where("deliveries.state", "in", [...states])
    .select("deliveries.sequence");
}

/** The deliveries in a state: those that are delivered are nearly all, the others have a table. */
function rowsInState(parts: PageParts, state: DeliveryState): SequenceRows {
  switch (state) {
    case "delivered":
      return historyRows(parts, state);
    case "pending":
      return waitingRows(parts);
    case "sending":
      return sendingRows(parts);
    case "failed":
    case "cancelled":
      return undeliveredRows(parts, state);
  }
}

function waitingRows({ db, query, span, limit }: PageParts): SequenceRows {
  const { application: _, endpoint: __, kind, ...others } = query;
  // A cross join keeps SQLite from beginning with all deliveries.
  let found = withFilters(db.selectFrom("waiting as s").crossJoin("deliveries"), others, span)
    .whereRef("s.sequence", "=", "deliveries.sequence")
    .where("deliveries.state", "=", "pending");
  if (kind !== undefined) found = found.where("s.kind", "=", kind);
  const ids = endpointIds(db, query);
  if (ids !== undefined) found = found.where("s.endpoint_id", "in", ids);
  return found
    .select("s.sequence")
    .orderBy("s.sequence", isForward(query) ? "asc" : "desc")
    .limit(limit);
}

/** There are never more than engines send at once. PostgreSQL would walk through all deliveries if it could choose what to begin with. */
function sendingRows({ db, dialect, query, span, limit }: PageParts): SequenceRows {
  const sending = db.selectFrom("sending").select("sending.sequence");
  const rows =
    dialect === "postgres"
      ? withFilters(db.selectFrom("deliveries"), query, span).where(
          sql<boolean>`deliveries.sequence = any(array${sending})`,
        )
      : withFilters(db.selectFrom(sending.as("s")).crossJoin("deliveries"), query, span).whereRef(
          "s.sequence",
          "=",
          "deliveries.sequence",
        );
  return rows
    .where("deliveries.state", "=", "sending")
    .select("deliveries.sequence")
    .orderBy("deliveries.sequence", isForward(query) ? "asc" : "desc")
    .limit(limit);
}

/** Three small indexes of what ended without success begin with an endpoint, a type or a kind. */
function undeliveredRows({ db, query, span, limit }: PageParts, state: "failed" | "cancelled"): SequenceRows {
  const { application: _, endpoint: __, eventType, kind, ...others } = query;
  let found = withFilters(db.selectFrom("undelivered as s").crossJoin("deliveries"), others, span)
    .whereRef("s.sequence", "=", "deliveries.sequence")
    .where("s.state", "=", state)
    .where("deliveries.state", "=", state);
  const { low, high } = bounds(query, span);
  if (high !== undefined) found = found.where("s.sequence", "<", high);
  if (low !== undefined) found = found.where("s.sequence", ">=", low);
  if (eventType !== undefined) found = found.where("s.event_type", "=", eventType);
  if (kind !== undefined) found = found.where("s.kind", "=", kind);
  const ids = endpointIds(db, query);
  if (ids !== undefined) found = found.where("s.endpoint_id", "in", ids);
  return found
    .select("s.sequence")
    .orderBy("s.sequence", isForward(query) ? "asc" : "desc")
    .limit(limit);
}
