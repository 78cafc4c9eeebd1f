import type { Selectable } from "kysely";
import { DeliveryError } from "../errors.js";
import type { Store } from "../store/store.js";
import type { EndpointState, EndpointsTable, LanesTable } from "../store/tables.js";
import { maxPage } from "./query.js";

/** Which endpoints to list. */
export interface EndpointQuery {
  readonly application?: string | undefined;
  readonly states?: readonly EndpointState[] | undefined;
  /** Continues after this id. */
  readonly after?: string | undefined;
  /** 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
}

/** An endpoint, and how its deliveries are doing; times are milliseconds since 1970. */
export interface EndpointRecord {
  readonly id: string;
  readonly application: string;
  readonly organization: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly callbackTypes: readonly string[];
  readonly encrypted: boolean;
  /** Requests that it takes in a second; undefined for any number. */
  readonly rate: number | undefined;
  readonly state: EndpointState;
  readonly pauseReason: string | undefined;
  readonly revision: number;
  readonly verifiedAt: number | undefined;
  /** Until then, nothing is sent, because it takes no more requests, though it doesn't fail. */
  readonly restsUntil: number | undefined;
  /** `open`: nothing is sent until `openUntil`. `probing`: the next attempt decides whether it closes. */
  readonly circuit: "closed" | "open" | "probing";
  readonly openUntil: number | undefined;
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failingSince: number | undefined;
  /** Deliveries that failed for good since the last success. */
  readonly lost: number;
  /** Deliveries that wait or are being sent. */
  readonly backlog: number;
  /** When the first of those is or was due. */
  readonly oldestDueAt: number | undefined;
}

/** A page of endpoints, by id. */
export interface EndpointPage {
  readonly endpoints: readonly EndpointRecord[];
  /** The cursor of the next page, for `after`; undefined if this is the last. */
  readonly next: string | undefined;
}

type Row = Selectable<EndpointsTable> & {
  readonly [Name in "failures" | "failing_since" | "open_until" | "lost"]: LanesTable[Name] | null;
};

/** Lists endpoints by id. `now` is in milliseconds since 1970. Rejects with `delivery-options` or a `StoreFailure`. */
export async function listEndpoints(
  { db }: Pick<Store, "db">,
  { application, states, after, limit = 100 }: EndpointQuery,
  now: number,
): Promise<EndpointPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage)
    throw new DeliveryError("delivery-options", `\`limit\` must be a whole number from 1 to ${maxPage}`);
  let query = db
    .selectFrom("endpoints")
    .leftJoin("lanes", "lanes.endpoint_id", "endpoints.id")
    .selectAll("endpoints")
    .select(["lanes.failures", "lanes.failing_since", "lanes.open_until", "lanes.lost"])
    .orderBy("endpoints.id")
    .limit(limit + 1);
  if (application !== undefined) query = query.where("endpoints.application", "=", application);
  if (states !== undefined) query = query.where("endpoints.state", "in", [...states]);
  if (after !== undefined) query = query.where("endpoints.id", ">", after);
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const open = await backlogs(
    { db },
    shown.map(({ id }) => id),
  );
  return {
    endpoints: shown.map((row) => ({ ...endpointRecord(row, now), ...(open.get(row.id) ?? none) })),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

type Backlog = Pick<EndpointRecord, "backlog" | "oldestDueAt">;
const none: Backlog = { backlog: 0, oldestDueAt: undefined };

async function backlogs({ db }: Pick<Store, "db">, ids: readonly string[]): Promise<Map<string, Backlog>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("waiting")
    .select(({ fn }) => ["endpoint_id", fn.countAll<number>().as("count"), fn.min("due_at").as("oldest")])
    .where("endpoint_id", "in", [...ids])
    .groupBy("endpoint_id")
    .unionAll(
      db
        .selectFrom("sending")
        .innerJoin("deliveries", "deliveries.sequence", "sending.sequence")
        .select("sending.endpoint_id")
        .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("deliveries.due_at").as("oldest")])
        .where("sending.endpoint_id", "in", [...ids])
        .groupBy("sending.endpoint_id"),
    )
    .execute();
  const found = new Map<string, Backlog>();
  for (const { endpoint_id, count, oldest } of rows) {
    const { backlog, oldestDueAt = Number.POSITIVE_INFINITY } = found.get(endpoint_id) ?? none;
    found.set(endpoint_id, {
      backlog: backlog + Number(count),
      oldestDueAt: Math.min(oldestDueAt, Number(oldest)),
    });
  }
  return found;
}

function circuitState(openUntil: number, now: number): EndpointRecord["circuit"] {
  if (openUntil === 0) return "closed";
  return openUntil > now ? "open" : "probing";
}

function endpointRecord(row: Row, now: number): Omit<EndpointRecord, keyof Backlog> {
  const failures = row.failures ?? 0;
  const until = row.open_until ?? 0;
  const openUntil = failures > 0 ? until : 0;
  return {
    id: row.id,
    application: row.application,
    organization: row.organization,
    url: row.url,
    eventTypes: JSON.parse(row.event_types),
    callbackTypes: JSON.parse(row.callback_types),
    encrypted: row.encrypted === 1,
    rate: row.rate ?? undefined,
    state: row.state,
    pauseReason: row.pause_reason ?? undefined,
    revision: row.revision,
    verifiedAt: row.verified_at ?? undefined,
    circuit: circuitState(openUntil, now),
    openUntil: openUntil === 0 ? undefined : openUntil,
    restsUntil: failures === 0 && until > now ? until : undefined,
    failures,
    failingSince: row.failing_since ?? undefined,
    lost: row.lost ?? 0,
  };
}
