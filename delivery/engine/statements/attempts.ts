import { type Kysely, sql } from "kysely";
import type { StoredContent } from "../../contents/pack.js";
import { contentColumns, readableContent } from "../../contents/read-contents.js";
import { batchParameter, isListed, listParameter, parameterRows, rowsIn } from "../../store/batch.js";
import { template } from "../../store/steps.js";
import type { SqlStatement } from "../../store/store.js";
import type { Flag, Tables } from "../../store/tables.js";
import {
  type Cycle,
  type CycleTransaction,
  type ResultRow,
  resultColumns,
  type UnsentRow,
  unsentColumns,
  type WaitingDelivery,
} from "../rows.js";

/** Where a delivery goes, as of this transaction. */
export interface Destination {
  readonly id: string;
  readonly url: string;
  readonly encrypted: boolean;
}

/** What is sent. */
export interface Content {
  /** JSON text; undefined if what is stored can't be read. */
  readonly content: string | undefined;
  readonly trace: string | null;
}

/** What was recorded as begun, and what is needed to send it. */
export interface Begun {
  readonly begun: ReadonlySet<number>;
  /** Active endpoints to which something was to begin. */
  readonly destinations: ReadonlyMap<string, Destination>;
  /** By event. */
  readonly contents: ReadonlyMap<string, Content>;
}

type BegunRow = Pick<WaitingDelivery, "sequence">;
type ContentRow = StoredContent & Pick<Content, "trace">;
type DestinationRow = Pick<Destination, "id" | "url"> & { readonly encrypted: Flag };

const begin = template<BegunRow, "sequences" | "endpoints" | "owner" | "now">(({ db, dialect, value }) => {
  const list = { type: "bigint", list: value("sequences") } as const;
  const endpoint = db.selectFrom("endpoints as p").whereRef("p.id", "=", "deliveries.endpoint_id" as never);
  const endpoints = { type: "text", list: value("endpoints") } as const;
  let held = db
    .selectFrom("lanes as l")
    .select("l.endpoint_id")
    .where(isListed(dialect, sql.ref("l.endpoint_id"), endpoints))
    .where("l.lease_owner", "=", value<string>("owner"));
  // This transaction has written it, so it has it locked. In SQLite, a transaction locks everything.
  if (dialect === "postgres") held = held.where(sql<boolean>`l.xmin = pg_current_xact_id()::xid`);
  // A lane can have thousands of dead versions, so each is looked up once.
  const isHeld =
    dialect === "postgres"
      ? sql<boolean>`endpoint_id = any(array(${held}))`
      : sql<boolean>`endpoint_id in ${held}`;
  return db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: sql<number>`attempts + 1`, due_at: value<number>("now") })
    .where(isListed(dialect, sql.ref("sequence"), list))
    .where("state", "=", "pending")
    .whereRef("attempts", "<", "max_attempts")
    .where(({ exists }) => exists(endpoint.select("p.id").where("p.state", "=", "active")))
    .where(isHeld)
    .returning("sequence");
});

const contents = template<ContentRow, "events">(({ db, dialect, value }) =>
  db
    .selectFrom("events")
    .select([...contentColumns, "trace"])
    .where(isListed(dialect, sql.ref("event_id"), { type: "text", list: value("events") })),
);

const destinations = template<DestinationRow, "endpoints">(({ db, dialect, value }) =>
  db
    .selectFrom("endpoints")
    .select(["id", "url", "encrypted"])
    .where(isListed(dialect, sql.ref("id"), { type: "text", list: value("endpoints") }))
    .where("state", "=", "active"),
);

/**
 * Records the begin of attempts to endpoints that are active and whose lanes this engine holds, in PostgreSQL by a renewal in this
 * transaction, and reads what is sent and where. Events and endpoints are read once each, whatever the number of deliveries.
 */
export function beginAttempts(
  { store, owner, now }: Cycle,
  chosen: readonly WaitingDelivery[],
): readonly [SqlStatement<BegunRow>?, SqlStatement<ContentRow>?, SqlStatement<DestinationRow>?] {
  if (chosen.length === 0) return [];
  const list = (values: Iterable<string | number>) => listParameter(store.dialect, [...new Set(values)]);
  const endpoints = list(chosen.map(({ endpoint_id }) => endpoint_id));
  return [
    begin(store, { sequences: list(chosen.map(({ sequence }) => sequence)), endpoints, owner, now }),
    contents(store, { events: list(chosen.map(({ event_id }) => event_id)) }),
    destinations(store, { endpoints }),
  ];
}

/** What was begun, by the rows of those steps, whose dictionaries have been read. */
export function readBegun(
  begun: readonly BegunRow[],
  events: readonly ContentRow[],
  endpoints: readonly DestinationRow[],
): Begun {
  return {
    begun: new Set(begun.map(({ sequence }) => sequence)),
    contents: new Map(
      events.map((event) => {
        const { event_id, trace } = event;
        return [event_id, { content: readableContent(event), trace }] as const;
      }),
    ),
    destinations: new Map(
      endpoints.map(({ id, url, encrypted }) => [id, { id, url, encrypted: encrypted === 1 }]),
    ),
  };
}

/** A delivery keeps the attempt itself that delivered it, unless there was an answer to be kept. */
const isKeptThere = "r.state = 'delivered' and r.answer is null";

/** The number of the attempt that is kept there. As a value, since PostgreSQL could read all deliveries for whether one exists. */
const keptNumber = (db: Kysely<Tables>) =>
  db
    .selectFrom("deliveries as d")
    .select(sql<number>`d.earlier_attempts + d.attempts`.as("number"))
    .where(sql<boolean>`d.sequence = r.sequence and d.duration_ms is not null`);

const writeAttempts = template<object, "results">(({ db, dialect, value }) =>
  db
    .insertInto("attempts")
    .columns([
      ...(["delivery", "number", "started_at", "duration_ms"] as const),
      ...(["status", "error", "answer", "secret_version"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(rowsIn(dialect, resultColumns, value("results")))
        .select([
          "r.sequence",
          sql<number>`r.number`.as("number"),
          ...(["r.started_at", "r.duration_ms", "r.status", "r.error", "r.answer"] as const),
          "r.secret_version",
        ])
        // Some deliveries fail without an attempt. SQLite needs a condition to tell the conflict clause from a join's.
        .where(sql<boolean>`r.number is not null`)
        .where(sql<boolean>`(not (${sql.raw(isKeptThere)}) or ${keptNumber(db)} is distinct from r.number)`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["delivery", "number"])
        .doUpdateSet((eb) => ({
          duration_ms: eb.ref("excluded.duration_ms"),
          status: eb.ref("excluded.status"),
          error: eb.ref("excluded.error"),
          answer: eb.ref("excluded.answer"),
          secret_version: eb.ref("excluded.secret_version"),
        }))
        .where("attempts.error", "=", "interrupted"),
    ),
);

const writeOutcomes = template<object, "results" | "sequences">(({ db, dialect, value }) => {
  const update = db
    .updateTable("deliveries")
    .from(rowsIn(dialect, resultColumns, value("results")))
    .set((eb) => ({
      state: eb.ref("r.state"),
      due_at: sql<number>`case when ${sql.raw(isKeptThere)} then r.started_at else r.due_at end`,
      duration_ms: sql<number | null>`case when ${sql.raw(isKeptThere)} then r.duration_ms end`,
      secret_version: sql<number | null>`case when ${sql.raw(isKeptThere)} then r.secret_version end`,
      status: eb.ref("r.status"),
      error: eb.ref("r.error"),
      settled_at: eb.ref("r.settled_at"),
      // One that doesn't count keeps its number.
      attempts: sql<number>`deliveries.attempts - r.uncounted`,
      earlier_attempts: sql<number>`deliveries.earlier_attempts + r.uncounted`,
    }))
    .whereRef("deliveries.sequence", "=", "r.sequence")
    .whereRef("deliveries.attempts", "=", "r.attempts")
    .whereRef("deliveries.earlier_attempts", "=", "r.earlier")
    .where((eb) =>
      eb.or([
        eb("deliveries.state", "in", ["pending", "sending"]),
        eb.and([eb("deliveries.state", "=", "failed"), eb("deliveries.error", "=", "interrupted")]),
      ]),
    );
  if (dialect === "sqlite") return update;
  // PostgreSQL counts a list, but takes any rows for a hundred and reads a table of some thousand as a whole to find those.
  const sequences = { type: "bigint", list: value("sequences") } as const;
  return update.where(isListed(dialect, sql.ref("deliveries.sequence"), sequences));
});

/**
 * Writes what became of attempts. Writing a row again changes nothing, and a result that comes after another engine took over counts
 * unless that engine has begun another attempt.
 */
export function recordResults(
  { store }: Cycle,
  rows: readonly ResultRow[],
): readonly [SqlStatement | undefined, SqlStatement | undefined] {
  if (rows.length === 0) return [undefined, undefined];
  const results = batchParameter(store.dialect, resultColumns, rows);
  const list = rows.map(({ sequence }) => sequence);
  const sequences = listParameter(store.dialect, list);
  return [writeOutcomes(store, { results, sequences }), writeAttempts(store, { results })];
}

/** Takes back attempts that weren't sent; they don't count. Their lanes must be locked: the attempts could be another engine's. */
export async function takeBack(
  { db, dialect }: CycleTransaction,
  unsent: readonly UnsentRow[],
): Promise<void> {
  if (unsent.length === 0) return;
  await db
    .updateTable("deliveries")
    .from(parameterRows(dialect, unsentColumns, unsent))
    .set((eb) => ({
      state: "pending" as const,
      attempts: sql<number>`r.attempts - 1`,
      due_at: eb.ref("r.due_at"),
    }))
    .whereRef("deliveries.sequence", "=", "r.sequence")
    .whereRef("deliveries.attempts", "=", "r.attempts")
    .whereRef("deliveries.earlier_attempts", "=", "r.earlier")
    .where("deliveries.state", "=", "sending")
    .execute();
}
