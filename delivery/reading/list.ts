import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Store } from "../store/store.js";
import type { DeliveryState, Tables } from "../store/tables.js";
import { checkQuery, type DeliveryQuery, deliveryStates } from "./query.js";
import { type DeliveryRecord, type DeliveryRow, deliveryRecord } from "./records.js";

/** A page of the log. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[];
  /** The cursor of the next page, for `before` or, in the order of publication, `after`; undefined if this is the last. */
  readonly next: number | undefined;
}

type Rows = SelectQueryBuilder<Tables, "deliveries", object>;

/** A statement, and the column of the table whose order it is to walk. */
interface Branch {
  readonly rows: Rows;
  readonly sequence: "deliveries.sequence" | "s.sequence";
}

/** Lists deliveries page by page. Rejects with `delivery-options` or a `StoreFailure`. */
export async function listDeliveries(store: Pick<Store, "db">, query: DeliveryQuery): Promise<DeliveryPage> {
  checkQuery(query);
  const { limit = 100 } = query;
  // One more than asked for, which says whether there is another page.
  const found = await Promise.all(
    branches(store.db, query).map((branch) => ordered(branch, query, limit + 1).execute()),
  );
  const direction = isForward(query) ? 1 : -1;
  const rows = found.flat().sort((a, b) => direction * (a.sequence - b.sequence));
  const shown = rows.slice(0, limit);
  return {
    deliveries: shown.map(deliveryRecord),
    next: rows.length > limit ? shown.at(-1)?.sequence : undefined,
  };
}

/** The statements behind a page; for tests of what they cost. */
export function pageStatements(store: Pick<Store, "db">, query: DeliveryQuery) {
  return branches(store.db, query).map((branch) =>
    ordered(branch, query, (query.limit ?? 100) + 1).compile(),
  );
}

/**
 * What has the filters, as statements that each walk one index in the order of the page. Several states are one statement each: a
 * database would sort them all to merge them.
 */
function branches(db: Kysely<Tables>, query: DeliveryQuery): readonly Branch[] {
  const { application, endpoint, states, eventId, deliveryId } = query;
  const filtered = withFilters(db.selectFrom("deliveries"), query);
  const isOne = eventId !== undefined || deliveryId !== undefined;
  if (isOne || application !== undefined || endpoint !== undefined)
    return [all(states === undefined ? filtered : filtered.where("deliveries.state", "in", [...states]))];
  if (states === undefined || new Set(states).size === deliveryStates.length) return [all(filtered)];
  return [...new Set(states)].map((state) => inState(filtered, state));
}

/** The deliveries in a state: those that are delivered are nearly all, the others have a table. */
function inState(rows: Rows, state: DeliveryState): Branch {
  const found = rows.where("deliveries.state", "=", state);
  switch (state) {
    case "delivered":
      return all(found);
    case "pending":
      return walked(found.innerJoin("waiting as s", "s.sequence", "deliveries.sequence"));
    case "sending":
      // There are never more than engines send at once.
      return all(
        found.where("deliveries.sequence", "in", ({ selectFrom }) =>
          selectFrom("sending").select("sending.sequence"),
        ),
      );
    case "failed":
    case "cancelled":
      return walked(
        found.innerJoin("undelivered as s", "s.sequence", "deliveries.sequence").where("s.state", "=", state),
      );
  }
}

function all(rows: Rows): Branch {
  return { rows, sequence: "deliveries.sequence" };
}

function walked(rows: Rows): Branch {
  return { rows, sequence: "s.sequence" };
}

function withFilters(rows: Rows, query: DeliveryQuery): Rows {
  const { application, endpoint, eventType, eventId, deliveryId, kind, before, after, from, to } = query;
  let found = rows;
  if (deliveryId !== undefined) found = found.where("deliveries.id", "=", deliveryId);
  if (eventId !== undefined) found = found.where("deliveries.event_id", "=", eventId);
  if (application !== undefined) found = found.where("deliveries.application", "=", application);
  if (endpoint !== undefined) {
    found = found.where("deliveries.endpoint_id", "=", endpoint);
    // An endpoint has one application, whose deliveries have an index in this order.
    if (application === undefined && deliveryId === undefined && eventId === undefined)
      found = found.where("deliveries.application", "=", (expression) =>
        expression
          .selectFrom("endpoints")
          .select("endpoints.application")
          .where("endpoints.id", "=", endpoint),
      );
  }
  if (eventType !== undefined) found = found.where("deliveries.event_type", "=", eventType);
  if (kind !== undefined) found = found.where("deliveries.kind", "=", kind);
  if (before !== undefined) found = found.where("deliveries.sequence", "<", before);
  if (after !== undefined) found = found.where("deliveries.sequence", ">", after);
  if (from !== undefined) found = found.where("deliveries.created_at", ">=", from);
  if (to !== undefined) found = found.where("deliveries.created_at", "<", to);
  return found;
}

function ordered({ rows, sequence }: Branch, query: DeliveryQuery, limit: number) {
  return rows
    .orderBy(sql.ref(sequence), isForward(query) ? "asc" : "desc")
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

function isForward({ before, after }: DeliveryQuery): boolean {
  return after !== undefined && before === undefined;
}
