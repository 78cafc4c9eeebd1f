import type { GapClaim, InboxRecord } from "../ports/inbox-entry.js";

/** What a handler receives besides the event. */
export interface HandlerContext<Transaction = unknown> {
  /** The event as the inbox recorded it: ids, time of receipt, ordering and the text as received. */
  readonly record: InboxRecord;
  /** From 1. A handler runs at least once for each event, so it may run again after a crash halfway through. */
  readonly attempt: number;
  /** Aborted when the handler takes too long, its lease is lost, or the receiver closes. */
  readonly signal: AbortSignal;
  /**
   * The store's own transaction, begun by the first call. Writes in it are committed together with the record
   * that the event was handled, or not at all. A store in memory returns `undefined`.
   */
  transaction(): Promise<Transaction>;
}

/** Handles one event after its commit. If it throws, it is called again later. */
export type EventHandler<Event, Transaction = unknown> = (
  event: Event,
  context: HandlerContext<Transaction>,
) => void | Promise<void>;

/** Handlers by event name, or by message key if the message is declared by a pattern. */
export type Handlers<Transaction = unknown> = {
  readonly [key: string]: EventHandler<never, Transaction> | undefined;
};

/** A gap to reconcile: the resource, its current version and the versions that wait. */
export type Gap = Omit<GapClaim, "lease" | "attempt">;

/** The context of a reconciliation. */
export type ReconcileContext<Transaction = unknown> = Pick<
  HandlerContext<Transaction>,
  "attempt" | "signal" | "transaction"
>;

/**
 * Reads a resource again, for example from a status API, and returns its current version; versions up to it count as
 * handled. `undefined` leaves the gap open. If it throws, it is called again later.
 */
export type Reconcile<Transaction = unknown> = (
  gap: Gap,
  context: ReconcileContext<Transaction>,
) => number | undefined | Promise<number | undefined>;

/** How a contract declares one kind of event. */
export interface EventDeclaration {
  /** Name of the event, or key of its message if only a pattern of the name is known. */
  readonly key: string;
  /** Regular expression (with the `u` flag, if it is valid with it) of the names that it covers. */
  readonly pattern?: string | undefined;
  /** Events of the same family and resource are ordered. */
  readonly family: string;
}

/** Finds the declaration of an event by its name; an exact name takes precedence over a pattern. */
export type EventIndex = (eventType: string) => EventDeclaration | undefined;

/** An index of declarations. Throws a `SyntaxError` for a pattern that is not a regular expression. */
export function eventIndex(events: readonly EventDeclaration[]): EventIndex {
  const named = new Map(
    events.filter(({ pattern }) => pattern === undefined).map((event) => [event.key, event]),
  );
  const patterns = events.flatMap((event) =>
    event.pattern === undefined ? [] : [{ event, pattern: compiled(event.pattern) }],
  );
  return (eventType) =>
    named.get(eventType) ?? patterns.find(({ pattern }) => pattern.test(eventType))?.event;
}

/** Some contracts have patterns that are valid only without the `u` flag, such as `[\w-.]`. */
function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
