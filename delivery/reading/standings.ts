import { sql } from "kysely";
import type { Store } from "../store/store.js";
import { type EndpointQuery, type EndpointRecord, listEndpoints } from "./endpoints.js";

/**
 * How an endpoint stands. `paused`: nothing is sent. `failing`: its latest attempts failed. `behind`: it answers, but some of its events failed for
 * good, or wait after a failed attempt. `idle`: it hasn't succeeded or failed yet. `revoked`: it is over.
 */
export type EndpointStatus = "working" | "failing" | "behind" | "paused" | "idle" | "revoked";

/** An endpoint, and what isn't delivered to it. */
export interface EndpointStanding {
  readonly endpoint: EndpointRecord;
  readonly status: EndpointStatus;
  /** Events that failed for good, and can begin again. */
  readonly failed: number;
  /** Deliveries that wait after a failed attempt. */
  readonly retrying: number;
  /** When its next attempt may begin, in milliseconds since 1970; undefined if nothing waits, or if it isn't active. */
  readonly nextAttemptAt: number | undefined;
}

/** A page of endpoints, by id. */
export interface StandingPage {
  readonly standings: readonly EndpointStanding[];
  /** The cursor of the next page, for `after`; undefined if this is the last. */
  readonly next: string | undefined;
}

type Counts = ReadonlyMap<string, number>;

/** Lists endpoints with their standing, by id. Delivered events aren't read. Rejects with `delivery-options` or a `StoreFailure`. */
export async function listStandings(
  { db }: Pick<Store, "db">,
  query: EndpointQuery,
  now: number,
): Promise<StandingPage> {
  const { endpoints, next } = await listEndpoints({ db }, query, now);
  const ids = endpoints.map(({ id }) => id);
  const [failed, retrying, answered] = await Promise.all([
    countFailed({ db }, ids),
    countRetrying({ db }, ids),
    everAnswered({ db }, ids),
  ]);
  const standings = endpoints.map((endpoint): EndpointStanding => {
    const counts = { failed: failed.get(endpoint.id) ?? 0, retrying: retrying.get(endpoint.id) ?? 0 };
    const status = endpointStatus(endpoint, { ...counts, hasAnswered: answered.has(endpoint.id) });
    return { endpoint, status, ...counts, nextAttemptAt: nextAttemptAt(endpoint) };
  });
  return { standings, next };
}

function endpointStatus(
  { state, failures }: EndpointRecord,
  counts: { readonly failed: number; readonly retrying: number; readonly hasAnswered: boolean },
): EndpointStatus {
  if (state !== "active") return state;
  if (failures > 0) return "failing";
  if (counts.failed > 0 || counts.retrying > 0) return "behind";
  return counts.hasAnswered ? "working" : "idle";
}

/** The circuit, or a rest that the endpoint asked for, holds back what is due. */
function nextAttemptAt({
  state,
  oldestDueAt,
  openUntil = 0,
  restsUntil = 0,
}: EndpointRecord): number | undefined {
  if (state !== "active" || oldestDueAt === undefined) return undefined;
  return Math.max(oldestDueAt, openUntil, restsUntil);
}

async function countFailed({ db }: Pick<Store, "db">, ids: readonly string[]): Promise<Counts> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("undelivered")
    .select(({ fn }) => ["endpoint_id", fn.countAll<number>().as("count")])
    .where("endpoint_id", "in", [...ids])
    .where("state", "=", "failed")
    .where("kind", "=", "event")
    .groupBy("endpoint_id")
    .execute();
  return new Map(rows.map(({ endpoint_id, count }) => [endpoint_id, Number(count)]));
}

async function countRetrying({ db }: Pick<Store, "db">, ids: readonly string[]): Promise<Counts> {
  if (ids.length === 0) return new Map();
  // A cross join keeps SQLite from beginning with all deliveries.
  const rows = await db
    .selectFrom("waiting as w")
    .crossJoin("deliveries as d")
    .select(({ fn }) => ["w.endpoint_id", fn.countAll<number>().as("count")])
    .whereRef("d.sequence", "=", "w.sequence")
    .where("w.endpoint_id", "in", [...ids])
    .where(sql<boolean>`d.attempts > 0`)
    .groupBy("w.endpoint_id")
    .execute();
  return new Map(rows.map(({ endpoint_id, count }) => [endpoint_id, Number(count)]));
}

async function everAnswered({ db }: Pick<Store, "db">, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("lanes")
    .select("endpoint_id")
    .where("endpoint_id", "in", [...ids])
    .where("answered_at", ">", 0)
    .execute();
  return new Set(rows.map(({ endpoint_id }) => endpoint_id));
}
