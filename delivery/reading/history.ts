import { type RawBuilder, sql } from "kysely";
import type { DeliveryState } from "../store/tables.js";
import type { DeliveryQuery } from "./query.js";
import { endpointIds, isForward, type PageParts, type SequenceRows, withFilters } from "./rows.js";

type Sql = RawBuilder<unknown>;

/**
 * A page of all deliveries, or of those in a state that nearly all have. Each index begins with the columns of a filter and ends with the
 * sequence, so that nothing is read but what is shown. That of endpoints has the event type between, and so serves both: an endpoint's types
 * are few, and are found by one search each.
 */
export function historyRows(parts: PageParts, state?: DeliveryState): SequenceRows {
  const { query, limit, db, dialect } = parts;
  const ids = endpointIds(db, query);
  if (ids === undefined) return indexedRows(parts, { state, prefix: typePrefix(parts) });
  const { application: _, endpoint: __, ...others } = query;
  const found = indexedRows(
    { ...parts, query: others },
    {
      state,
      prefix: routePrefix(parts),
      where: sql`deliveries.endpoint_id = routes.endpoint_id`,
    },
  );
  const routes = routesTable(parts, sql`${ids}`);
  const page = sql`${sql.raw(isForward(query) ? "asc" : "desc")} limit ${sql.lit(limit)}`;
  if (dialect === "postgres")
    return sql`(${routes} select found.sequence from routes cross join lateral ${found} as found order by found.sequence ${page})`;
  // A cross join keeps SQLite from beginning with all deliveries.
  return sql`(${routes} select y.sequence from routes cross join deliveries as y where y.sequence in ${found} order by y.sequence ${page})`;
}

/** The beginning of an index, and its value. */
interface Prefix {
  readonly columns: readonly Sql[];
  readonly values: readonly Sql[];
}

const [endpointId, eventType] = [sql`deliveries.endpoint_id`, sql`deliveries.event_type`];
const none: Prefix = { columns: [], values: [] };

/** PostgreSQL's indexes have four bytes of each text. */
function indexed({ dialect }: PageParts, text: Sql): Sql {
  if (dialect === "postgres") return sql`hashtext(${text})`;
  return text;
}

/** Events are nearly all; the other kinds have indexes of their own. */
function isUsualKind(kind: DeliveryQuery["kind"]): boolean {
  return kind === undefined || kind === "event";
}

function typePrefix(parts: PageParts): Prefix {
  const { eventType: type, kind } = parts.query;
  if (type === undefined || !isUsualKind(kind)) return none;
  return { columns: [indexed(parts, eventType)], values: [indexed(parts, sql`${sql.val(type)}`)] };
}

function routePrefix(parts: PageParts): Prefix {
  const { eventType: type, kind } = parts.query;
  if (!isUsualKind(kind)) return none;
  const typeValue = type === undefined ? sql`routes.type` : indexed(parts, sql`${sql.val(type)}`);
  return {
    columns: [indexed(parts, endpointId), indexed(parts, eventType)],
    values: [indexed(parts, sql`routes.endpoint_id`), typeValue],
  };
}

interface RowsOptions {
  readonly state: DeliveryState | undefined;
  readonly prefix: Prefix;
  readonly where?: Sql | undefined;
}

/** A page of `deliveries` from an index with that prefix. */
function indexedRows(parts: PageParts, { state, prefix, where }: RowsOptions) {
  const { db, query, span, limit } = parts;
  const { kind, ...others } = query;
  let found = withFilters(db.selectFrom("deliveries"), others, span);
  if (kind !== undefined) found = found.where("deliveries.kind", "=", sql.lit(kind));
  // Word for word as in the conditions of the indexes, since SQLite uses them only then.
  if (!isUsualKind(kind)) found = found.where("deliveries.kind", "<>", sql.lit("event" as const));
  if (state !== undefined) found = found.where("deliveries.state", "=", state);
  if (where !== undefined) found = found.where(sql<boolean>`${where}`);
  prefix.columns.forEach((column, index) => {
    found = found.where(sql<boolean>`${column} = ${prefix.values[index]}`);
  });
  return found
    .select("deliveries.sequence")
    .orderBy("deliveries.sequence", isForward(query) ? "asc" : "desc")
    .limit(limit);
}

/** The endpoints of a page, each with every type that was published to it, unless the query or the kind makes that needless. */
function routesTable(parts: PageParts, ids: Sql): Sql {
  const { db, query } = parts;
  if (query.eventType !== undefined || !isUsualKind(query.kind))
    return sql`with routes(endpoint_id) as (select id from ${ids} as i)`;
  const next = (endpoint: Sql, after?: Sql): Sql => {
    const type = indexed(parts, eventType);
    const rows = db
      .selectFrom("deliveries")
      .select(type.as("type"))
      .where(sql<boolean>`${indexed(parts, endpointId)} = ${indexed(parts, endpoint)}`)
      .orderBy(type)
      .limit(1);
    if (after === undefined) return sql`${rows}`;
    return sql`${rows.where(sql<boolean>`${type} > ${after}`)}`;
  };
  return sql`with recursive ids(id) as (select id from ${ids} as i), routes(endpoint_id, type) as (
    select ids.id, ${next(sql`ids.id`)} from ids
    union all select routes.endpoint_id, ${next(sql`routes.endpoint_id`, sql`routes.type`)} from routes where routes.type is not null)`;
}
