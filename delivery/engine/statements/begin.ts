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
  /** Endpoints to which something begins. */
  readonly destinations: ReadonlyMap<string, Destination>;
  /** By event. */
  readonly contents: ReadonlyMap<string, Content>;
}

interface BegunRow extends Content {
  readonly sequence: number;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly encrypted: Flag;
}

const begin = template<BegunRow, "sequences" | "owner" | "now">(({ db, dialect, value }) => {
  const list = { type: "bigint", list: value("sequences") } as const;
  const event = db.selectFrom("events as e").whereRef("e.event_id", "=", "deliveries.event_id" as never);
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
    .returning(["sequence", "event_id", "endpoint_id"])
    .returning([
      event.select("e.content").$asScalar().$notNull().as("content"),
      event.select("e.trace").$asScalar().as("trace"),
      endpoint.select("p.url").$asScalar().$notNull().as("url"),
      endpoint.select("p.encrypted").$asScalar().$notNull().as("encrypted"),
    ]);
});

/** Records the begin of attempts to endpoints that are active and whose lanes were renewed in this transaction. */
export function beginAttempts(
  { store, owner, now }: Cycle,
  chosen: readonly WaitingDelivery[],
): Step<BegunRow> | undefined {
  if (chosen.length === 0) return undefined;
  const sequences = listOf(
    store.dialect,
    chosen.map(({ sequence }) => sequence),
  );
  return begin(store, { sequences, owner, now });
}

/** What was begun, by its rows. */
export function readBegun(rows: readonly BegunRow[]): Begun {
  const begun = new Set<number>();
  const destinations = new Map<string, Destination>();
  const contents = new Map<string, Content>();
  for (const { sequence, event_id, endpoint_id, content, trace, url, encrypted } of rows) {
    begun.add(sequence);
    contents.set(event_id, { content, trace });
    if (!destinations.has(endpoint_id))
      destinations.set(endpoint_id, { id: endpoint_id, url, encrypted: encrypted === 1 });
  }
  return { begun, destinations, contents };
}
