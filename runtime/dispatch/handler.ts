import type { GapClaim } from "../ports/inbox-claim.js";
import type { InboxRecord } from "../ports/inbox-entry.js";

/** What a handler is told beside the event. */
export interface HandlerContext<Transaction = unknown> {
  readonly record: InboxRecord;
  /** From 1; a handler runs at least once for each event, so also after a crash in the midst of it. */
  readonly attempt: number;
  /** Aborted when the handler takes too long, its lease was lost, or the receiver closes. */
  readonly signal: AbortSignal;
  /**
   * The store's own transaction, begun by the first call. What is written in it is committed together with the record
   * that the event was handled, or not at all. A store in memory gives `undefined`.
   */
  transaction(): Promise<Transaction>;
}

/** Handles one event after its commit. To throw is to be called again later. */
export type EventHandler<Event, Transaction = unknown> = (
  event: Event,
  context: HandlerContext<Transaction>,
) => void | Promise<void>;

/** Handlers by event name, or by the key of a message that is known by a pattern. */
export type Handlers<Transaction = unknown> = {
  readonly [key: string]: EventHandler<never, Transaction> | undefined;
};

/** A gap to reconcile: the resource, the version it stands at and those that wait. */
export type Gap = Omit<GapClaim, "lease" | "attempt">;

/** The context of a reconciliation. */
export type ReconcileContext<Transaction = unknown> = Pick<
  HandlerContext<Transaction>,
  "attempt" | "signal" | "transaction"
>;

/**
 * Reads a resource anew, say from a status API, and gives the version that it now stands at; versions up to it count
 * as dealt with. `undefined` leaves the gap open. To throw is to be asked again later.
 */
export type Reconcile<Transaction = unknown> = (
  gap: Gap,
  context: ReconcileContext<Transaction>,
) => number | undefined | Promise<number | undefined>;

/** What a contract says of one kind of event. */
export interface EventDeclaration {
  /** Name of the event, or key of its message where only a pattern of the name is known. */
  readonly key: string;
  /** Regular expression (with the `u` flag) of the names that it stands for. */
  readonly pattern?: string | undefined;
  /** Events of one family and resource are ordered among each other. */
  readonly family: string;
}
