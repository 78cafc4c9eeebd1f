import type { Expression, Kysely, SelectQueryBuilder } from "kysely";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import type { DeliveryQuery } from "./query.js";
import type { Span } from "./span.js";

/** What a statement of a page is made of. */
export interface PageParts {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  readonly query: DeliveryQuery;
  readonly span: Span;
  /** Rows that it needs at most. */
  readonly limit: number;
}

/** A statement that finds the sequences of a page; within another one, it is in parentheses. */
export type SequenceRows = Expression<{ readonly sequence: number }>;

/** Keeps the rows of `deliveries` that have the filters of a query, apart from its states. */
export function withFilters<All extends Tables, Names extends keyof All>(
  rows: SelectQueryBuilder<All, Names | "deliveries", object>,
  query: DeliveryQuery,
  span: Span,
): typeof rows {
  const { application, endpoint, eventType, eventId, deliveryId, kind, from, to } = query;
  let found = rows as unknown as SelectQueryBuilder<Tables, "deliveries", object>;
  if (deliveryId !== undefined) found = found.where("deliveries.id", "=", deliveryId);
  if (eventId !== undefined) found = found.where("deliveries.event_id", "=", eventId);
  if (application !== undefined) found = found.where("deliveries.application", "=", application);
  if (endpoint !== undefined) found = found.where("deliveries.endpoint_id", "=", endpoint);
  if (eventType !== undefined) found = found.where("deliveries.event_type", "=", eventType);
  if (kind !== undefined) found = found.where("deliveries.kind", "=", kind);
  const { low, high } = bounds(query, span);
  if (high !== undefined) found = found.where("deliveries.sequence", "<", high);
  if (low !== undefined) found = found.where("deliveries.sequence", ">=", low);
  if (from !== undefined) found = found.where("deliveries.created_at", ">=", from);
  if (to !== undefined) found = found.where("deliveries.created_at", "<", to);
  return found as unknown as typeof rows;
}

/** The sequences that a page can have, from `low`, before `high`: one bound each, since SQLite searches by one only. */
export function bounds(
  { before, after }: DeliveryQuery,
  { first, end }: Span,
): { readonly low: number | undefined; readonly high: number | undefined } {
  const lows = [first, after === undefined ? undefined : after + 1].filter((each) => each !== undefined);
  const highs = [end, before].filter((each) => each !== undefined);
  return {
    low: lows.length === 0 ? undefined : Math.max(...lows),
    high: highs.length === 0 ? undefined : Math.min(...highs),
  };
}

/** The endpoints that a query is about: one, or those that its application has or had; undefined for all. */
export function endpointIds(db: Kysely<Tables>, { application, endpoint }: DeliveryQuery) {
  if (application === undefined && endpoint === undefined) return undefined;
  let ids = db.selectFrom("endpoints").select("endpoints.id");
  if (application !== undefined) ids = ids.where("endpoints.application", "=", application);
  if (endpoint !== undefined) ids = ids.where("endpoints.id", "=", endpoint);
  return ids;
}

/** Whether a page is in the order of publication. */
export function isForward({ before, after }: DeliveryQuery): boolean {
  return after !== undefined && before === undefined;
}
