import { sql } from "kysely";
import { listParameter } from "../../store/batch.js";
import { template } from "../../store/steps.js";
import type { SqlStatement } from "../../store/store.js";
import type { DeliveryKind } from "../../store/tables.js";
import type { Cycle, WaitingDelivery } from "../rows.js";

const columns = [
  ...(["d.sequence", "d.id", "d.endpoint_id", "d.event_id", "d.event_type", "d.kind"] as const),
  ...(["d.bytes", "d.attempts", "d.earlier_attempts", "d.max_attempts", "d.due_at"] as const),
  "d.expires_at",
] as const;

/** Which deliveries to read. */
interface FetchOptions {
  /** At most that many of each endpoint. */
  readonly count: number;
  /** Whether to read only tests. */
  readonly onlyTests?: boolean;
}

const [waiting, waitingTests] = [undefined, "test" as const].map(waitingTemplate) as [
  WaitingTemplate,
  WaitingTemplate,
];

type WaitingTemplate = ReturnType<typeof waitingTemplate>;

/** Reads the deliveries of a kind, or all. */
function waitingTemplate(kind: DeliveryKind | undefined) {
  return template<WaitingDelivery, "endpoints" | "floors" | "now" | "count">(({ db, dialect, value }) => {
    const list = value("endpoints");
    const lists = sql`${list}::text[], ${value("floors")}::bigint[]`;
    const unnested = sql<{ value: string }>`unnest(${lists})`.as<"l">(sql.raw("l(value, floor)"));
    const ids = dialect === "sqlite" ? sql<{ value: string }>`json_each(${list})`.as("l") : unnested;
    let due = db
      .selectFrom("waiting as x")
      .whereRef("x.endpoint_id", "=", sql.ref<string>("l.value"))
      .where("x.due_at", "<=", value<number>("now"))
      .orderBy("x.due_at")
      .orderBy("x.sequence")
      .limit(value<number>("count"));
    if (kind !== undefined) due = due.where("x.kind", "=", sql.lit(kind));
    if (dialect === "postgres") {
      due = due.where("x.due_at", ">=", sql<number>`l.floor`);
      return db
        .selectFrom(ids)
        .innerJoinLateral(due.select("x.sequence").as("w"), (join) => join.onTrue())
        .innerJoin("deliveries as d", "d.sequence", "w.sequence")
        .select(columns)
        .orderBy("d.due_at")
        .orderBy("d.sequence");
    }
    // A cross join keeps SQLite from beginning with all deliveries.
    return db
      .selectFrom(ids)
      .crossJoin("deliveries as d")
      .select(columns)
      .where("d.sequence", "in", due.select("x.sequence"))
      .orderBy("d.due_at")
      .orderBy("d.sequence");
  });
}

/** An endpoint whose deliveries are read. */
export interface FetchedEndpoint {
  readonly endpointId: string;
  /**
   * Those that were due before aren't read, in milliseconds since 1970. While another session holds a snapshot, PostgreSQL keeps all that
   * were sent since then, and would look at each of them first.
   */
  readonly floor: number;
}

/** The deliveries that are due, in the order of their times and of publication. */
export function fetchWaiting(
  { store, now }: Cycle,
  from: readonly FetchedEndpoint[],
  { count, onlyTests = false }: FetchOptions,
): SqlStatement<WaitingDelivery> | undefined {
  if (from.length === 0) return undefined;
  const ids = from.map(({ endpointId }) => endpointId);
  const endpoints = listParameter(store.dialect, ids);
  const floors = from.map(({ floor }) => floor);
  return (onlyTests ? waitingTests : waiting)(store, { endpoints, floors, now, count });
}
