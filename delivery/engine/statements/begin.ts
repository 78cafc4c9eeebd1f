import { sql } from "kysely";
import { isListed, listOf } from "../../store/batch.js";
import type { Step } from "../../store/step.js";
import type { Flag } from "../../store/tables.js";
import { template } from "../../store/template.js";
import type { WaitingDelivery } from "../rows.js";
import type { Cycle } from "./transaction.js";

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
): readonly [Step<BegunRow>?, Step<ContentRow>?, Step<DestinationRow>?] {
  if (chosen.length === 0) return [];
  const list = (values: Iterable<string | number>) => listOf(store.dialect, [...new Set(values)]);
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
