import type { Kysely } from "kysely";
import type { BatchColumn } from "../store/batch.js";
import type { Dialect, Store } from "../store/store.js";
import type { DeliveryKind, DeliveryState, Flag, Tables } from "../store/tables.js";

/** A delivery that waits in memory, without its content. */
export interface WaitingDelivery {
  readonly sequence: number;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly kind: DeliveryKind;
  readonly bytes: number;
  readonly attempts: number;
  readonly earlier_attempts: number;
  readonly max_attempts: number;
  readonly due_at: number;
  readonly expires_at: number | null;
}

/** What a delivery becomes by an attempt, or without one. */
export interface ResultRow {
  readonly sequence: number;
  /** The attempt of the present budget; the row isn't touched if it has moved on. */
  readonly attempts: number;
  readonly earlier: number;
  /** 1 if the attempt doesn't count; 0 otherwise. */
  readonly uncounted: Flag;
  readonly state: DeliveryState;
  readonly due_at: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly settled_at: number | null;
  /** The attempt's number; null if there was none. */
  readonly number: number | null;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly answer: string | null;
  readonly secret_version: number;
}

/** Columns of `ResultRow`. */
export const resultColumns: Readonly<Record<keyof ResultRow, BatchColumn>> = {
  sequence: "bigint",
  attempts: "bigint",
  earlier: "bigint",
  uncounted: "bigint",
  state: "text",
  due_at: "bigint",
  status: "bigint",
  error: "text",
  settled_at: "bigint",
  number: "bigint",
  started_at: "bigint",
  duration_ms: "bigint",
  answer: "text",
  secret_version: "bigint",
};

/** An attempt that was perhaps recorded as begun, and never sent. */
export interface UnsentRow {
  readonly endpoint_id: string;
  readonly sequence: number;
  /** The number of attempts with the one that wasn't sent. */
  readonly attempts: number;
  readonly earlier: number;
  readonly due_at: number;
}

/** Columns of `UnsentRow`. */
export const unsentColumns: Readonly<Record<keyof UnsentRow, BatchColumn>> = {
  endpoint_id: "text",
  sequence: "bigint",
  attempts: "bigint",
  earlier: "bigint",
  due_at: "bigint",
};

/** What the engine knows about an endpoint's health. */
export interface LaneHealth {
  readonly failures: number;
  readonly failing_since: number | null;
  readonly open_until: number;
  readonly lost: number;
  readonly answered_at: number;
}

/** A lane to be renewed. */
export interface LaneRow extends LaneHealth {
  readonly endpoint_id: string;
  readonly lease_until: number;
}

/** Columns of `LaneRow`. */
export const laneColumns: Readonly<Record<keyof LaneRow, BatchColumn>> = {
  endpoint_id: "text",
  lease_until: "bigint",
  failures: "bigint",
  failing_since: "bigint",
  open_until: "bigint",
  lost: "bigint",
  answered_at: "bigint",
};

/** What every statement of a cycle needs. */
export interface Cycle {
  readonly store: Pick<Store, "db" | "dialect">;
  /** This engine. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What statements need that run in a transaction of their own choice. */
export interface CycleTransaction extends Cycle {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}
