import { sql } from "kysely";
import {
  batchParameter,
  isAmong,
  isListed,
  listParameter,
  parameterRows,
  rowsIn,
} from "../../store/batch.js";
import { template } from "../../store/steps.js";
import type { SqlStatement } from "../../store/store.js";
import type { Flag } from "../../store/tables.js";
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
  /** JSON text. */
  readonly content: string;
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
type ContentRow = Content & Pick<WaitingDelivery, "event_id">;
type DestinationRow = Pick<Destination, "id" | "url"> & { readonly encrypted: Flag };

const begin = template<BegunRow, "sequences" | "owner" | "now">(({ db, dialect, value }) => {
  const list = { type: "bigint", list: value("sequences") } as const;
  const endpoint = db.selectFrom("endpoints as p").whereRef("p.id", "=", "deliveries.endpoint_id" as never);
  let lane = db
    .selectFrom("lanes as l")
    .select("l.endpoint_id")
    .whereRef("l.endpoint_id", "=", "deliveries.endpoint_id" as never)
    .where("l.lease_owner", "=", value<string>("owner"));
  // This transaction has written it, so it has it locked. In SQLite, a transaction locks everything.
  if (dialect === "postgres") lane = lane.where(sql<boolean>`l.xmin = pg_current_xact_id()::xid`);
  return db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: sql<number>`attempts + 1`, due_at: value<number>("now") })
    .where(isListed(dialect, sql.ref("sequence"), list))
    .where("state", "=", "pending")
    .whereRef("attempts", "<", "max_attempts")
    .where(({ exists }) => exists(endpoint.select("p.id").where("p.state", "=", "active")))
    .where(({ exists }) => exists(lane))
    .returning("sequence");
});

const contents = template<ContentRow, "events">(({ db, dialect, value }) =>
  db
    .selectFrom("events")
    .select(["event_id", "content", "trace"])
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
  return [
    begin(store, { sequences: list(chosen.map(({ sequence }) => sequence)), owner, now }),
    contents(store, { events: list(chosen.map(({ event_id }) => event_id)) }),
    destinations(store, { endpoints: list(chosen.map(({ endpoint_id }) => endpoint_id)) }),
  ];
}

/** What was begun, by the rows of those steps. */
export function readBegun(
  begun: readonly BegunRow[],
  events: readonly ContentRow[],
  endpoints: readonly DestinationRow[],
): Begun {
  return {
    begun: new Set(begun.map(({ sequence }) => sequence)),
    contents: new Map(events.map((event) => [event.event_id, event])),
    destinations: new Map(
      endpoints.map(({ id, url, encrypted }) => [id, { id, url, encrypted: encrypted === 1 }]),
    ),
  };
}

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
        .where(sql<boolean>`r.number is not null`),
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
      due_at: eb.ref("r.due_at"),
      status: eb.ref("r.status"),
      error: eb.ref("r.error"),
      settled_at: eb.ref("r.settled_at"),
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
  const { dialect } = store;
  const results = batchParameter(dialect, resultColumns, rows);
  const sequences = listParameter(
    dialect,
    rows.map(({ sequence }) => sequence),
  );
  return [writeAttempts(store, { results }), writeOutcomes(store, { results, sequences })];
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

/** A delivery whose last attempt was interrupted. */
export type Recovered = Awaited<ReturnType<typeof recoverInterrupted>>[number];

/**
 * Ends attempts that began under a lease that ran out. They count, since they may have arrived, and are tried again at once. Returns
 * the deliveries.
 */
export async function recoverInterrupted(
  { db, dialect, now }: CycleTransaction,
  endpoints: readonly string[],
) {
  if (endpoints.length === 0) return [];
  const open = await db
    .selectFrom("sending")
    .select("sequence")
    .where(isAmong(dialect, "endpoint_id", endpoints))
    .execute();
  if (open.length === 0) return [];
  const sequences = isAmong(
    dialect,
    "sequence",
    open.map(({ sequence }) => sequence),
  );
  await db
    .insertInto("attempts")
    .columns(["delivery", "number", "started_at", "duration_ms", "error", "secret_version"])
    .expression((eb) =>
      eb
        .selectFrom("deliveries")
        .select([
          "sequence",
          sql<number>`earlier_attempts + attempts`.as("number"),
          "due_at",
          sql<number>`0`.as("duration_ms"),
          sql<string>`'interrupted'`.as("error"),
          sql<number>`0`.as("secret_version"),
        ])
        .where(sequences),
    )
    .onConflict((conflict) => conflict.columns(["delivery", "number"]).doNothing())
    .execute();
  const recovered = await db
    .updateTable("deliveries")
    .set({
      state: sql`case when attempts < max_attempts then 'pending' else 'failed' end`,
      settled_at: sql`case when attempts < max_attempts then null else cast(${now} as bigint) end`,
      // Before what was published later, which waits since then.
      due_at: sql`created_at`,
      status: null,
      error: "interrupted",
    })
    .where(sequences)
    .where("state", "=", "sending")
    .returning(["id", "endpoint_id", "application", "event_id", "event_type", "kind"])
    .returning(["state", "attempts", "earlier_attempts"])
    .execute();
  const events = await db
    .selectFrom("events")
    .select(["event_id", "trace"])
    .where(isAmong(dialect, "event_id", [...new Set(recovered.map(({ event_id }) => event_id))]))
    .execute();
  const traces = new Map(events.map(({ event_id, trace }) => [event_id, trace]));
  return recovered.map((row) => ({ ...row, trace: traces.get(row.event_id) ?? null }));
}
