import { type Kysely, sql } from "kysely";
import type { DeliveryContext } from "../context.js";
import type { Store } from "../store/store.js";
import type { DeliveryState, Tables } from "../store/tables.js";
import { type EndpointHealth, readEndpointHealth } from "./endpoint-health.js";
import { type EndpointPage, type EndpointQuery, listEndpoints } from "./endpoints.js";
import { type DeliveryPage, listDeliveries } from "./list.js";
import { type DeliveryQuery, deliveryStates } from "./query.js";
import { type DeliveryDetails, showDelivery } from "./records.js";
import { endpointIds } from "./rows.js";
import { type DeliverySearch, type SearchedPage, searchDeliveries } from "./search.js";
import { listStandings, type StandingPage } from "./standings.js";

/**
 * Why a delivery waits: it is `due`, or `later`, after the wait between two attempts; or it is held back, as its endpoint is `paused`, or failed so
 * often that its circuit is open.
 */
export type WaitingReason = (typeof waitingReasons)[number];
const waitingReasons = ["due", "later", "paused", "circuit-open"] as const;

/** What can be read of the log. Every method rejects with a `StoreFailure` if the store can't be reached. */
export interface Reading {
  /** A page of deliveries, latest first or, with `after`, in the order of publication. Rejects with `delivery-options`. */
  readonly list: (query?: DeliveryQuery) => Promise<DeliveryPage>;
  /** A page of the deliveries whose ids, type or content have some words, the latest first. Rejects with `delivery-options`. */
  readonly search: (search: DeliverySearch) => Promise<SearchedPage>;
  /** A delivery with its attempts and its event; undefined if there is none of this id. */
  readonly show: (id: string) => Promise<DeliveryDetails | undefined>;
  /** How many deliveries are in each state. */
  readonly counts: (filter?: {
    readonly application?: string | undefined;
  }) => Promise<Readonly<Record<DeliveryState, number>>>;
  /** The same without those that are delivered, which are nearly all: history isn't read. */
  readonly unsettled: (filter?: {
    readonly application?: string | undefined;
  }) => Promise<Omit<Readonly<Record<DeliveryState, number>>, "delivered">>;
  /** How many deliveries wait, by the reason. */
  readonly waiting: () => Promise<Readonly<Record<WaitingReason, number>>>;
  /** A page of endpoints with their backlog and circuit, by id. Rejects with `delivery-options`. */
  readonly endpoints: (query?: EndpointQuery) => Promise<EndpointPage>;
  /** The same with what isn't delivered to them. Rejects with `delivery-options`. */
  readonly standings: (query?: EndpointQuery) => Promise<StandingPage>;
  /** How an application's endpoint is doing, by its attempts; undefined if it has none that isn't revoked. */
  readonly endpointHealth: (application: string) => Promise<EndpointHealth | undefined>;
}

/** Reads what the engine has recorded. Works while engines run, in this process or another. */
export function createReading({ store, clock }: Pick<DeliveryContext, "store" | "clock">): Reading {
  return {
    list: (query = {}) => listDeliveries(store, query),
    search: (search) => searchDeliveries(store, search),
    show: (id) => showDelivery(store, id),
    counts: ({ application } = {}) => countDeliveries(store, application),
    unsettled: (filter = {}) => countUnsettled(store.db, filter),
    waiting: () => countWaiting(store, clock.now()),
    endpoints: (query = {}) => listEndpoints(store, query, clock.now()),
    standings: (query = {}) => listStandings(store, query, clock.now()),
    endpointHealth: (application) => readEndpointHealth({ store, clock }, application),
  };
}

type Counts = Readonly<Record<DeliveryState, number>>;

/** How many deliveries are in each state, of one application or in all. Rejects with a `StoreFailure`. */
async function countDeliveries({ db }: Pick<Store, "db">, application: string | undefined): Promise<Counts> {
  if (application === undefined) return countAll(db);
  const rows = await db
    .selectFrom("deliveries")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("application", "=", application)
    .groupBy("state")
    .execute();
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(deliveryStates.map((state) => [state, found.get(state) ?? 0])) as Counts;
}

type Unsettled = Omit<Counts, "delivered">;

/** One statement, so that the numbers fit together. */
async function countUnsettled(
  db: Kysely<Tables>,
  { application }: { readonly application?: string | undefined },
): Promise<Unsettled> {
  const row = await db.selectNoFrom(unsettledCounts(db, application)).executeTakeFirstOrThrow();
  return numbers(row);
}

/** What is in no other state is delivered: nobody has to read it. */
async function countAll(db: Kysely<Tables>): Promise<Counts> {
  const { total, ...row } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .select(unsettledCounts(db, undefined))
    .executeTakeFirstOrThrow();
  const { pending, sending, failed, cancelled } = numbers(row);
  const delivered = Number(total) - pending - sending - failed - cancelled;
  return { pending, sending, delivered, failed, cancelled };
}

function numbers({ pending, sending, failed, cancelled }: Unsettled): Unsettled {
  return {
    pending: Number(pending),
    sending: Number(sending),
    failed: Number(failed),
    cancelled: Number(cancelled),
  };
}

/** A subquery for each state that has a table. */
function unsettledCounts(db: Kysely<Tables>, application: string | undefined) {
  const ids = endpointIds(db, { application });
  const where = ids === undefined ? sql`1 = 1` : sql`endpoint_id in ${ids}`;
  const count = (table: "waiting" | "sending" | "undelivered") =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where(sql<boolean>`${where}`);
  const undelivered = (state: "failed" | "cancelled") =>
    sql<number>`${count("undelivered").where(sql<boolean>`state = ${sql.lit(state)}`)}`;
  return [
    sql<number>`${count("waiting")}`.as("pending"),
    sql<number>`${count("sending")}`.as("sending"),
    undelivered("failed").as("failed"),
    undelivered("cancelled").as("cancelled"),
  ] as const;
}

async function countWaiting(
  { db }: Pick<Store, "db">,
  now: number,
): Promise<Readonly<Record<WaitingReason, number>>> {
  const rows = await db
    .selectFrom("waiting as w")
    .innerJoin("endpoints as e", "e.id", "w.endpoint_id")
    .leftJoin("lanes as l", "l.endpoint_id", "w.endpoint_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .select(
      sql<WaitingReason>`case when e.state <> 'active' then 'paused' when l.open_until > ${sql.lit(now)} then 'circuit-open'
        when w.due_at > ${sql.lit(now)} then 'later' else 'due' end`.as("reason"),
    )
    .groupBy("reason")
    .execute();
  const found = new Map(rows.map(({ reason, count }) => [reason, Number(count)]));
  return Object.fromEntries(waitingReasons.map((reason) => [reason, found.get(reason) ?? 0])) as Record<
    WaitingReason,
    number
  >;
}
