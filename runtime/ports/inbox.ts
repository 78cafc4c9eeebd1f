import type { JsonObject } from "../webhook/wire/body.js";
import type { MaybePromise } from "./answer.js";

/** The resource that events are ordered by (§6.4). */
export interface ResourceId {
  readonly application: string;
  /** Event family, from the contract. */
  readonly family: string;
  readonly resource: string;
}

/** Where an event stands among the events of its resource. */
export interface Ordering {
  /** Event family, from the contract. */
  readonly family: string;
  readonly resource: string;
  /** A safe integer from 1. */
  readonly version: number;
}

/** One event as a receiver commits it (§6.3(6)); never holds the verification token. */
export interface InboxEntry {
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The delivery that brought the event first. */
  readonly deliveryId: string;
  readonly correlationId: string | undefined;
  /** The event as received: JSON text, digits and unknown fields kept, without the transport token. */
  readonly json: string;
  /** Whether the signed event id marks a test, which must never change customer state. */
  readonly test: boolean;
  /** The receiver's clock at the commit, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** Absent for tests and for events that carry no version: they are handled in any order. */
  readonly ordering: Ordering | undefined;
}

/**
 * `pending`: to be handled, now or at a later attempt. `waiting`: a version before it is missing or not handled yet.
 * `handled`: its handler finished. `superseded`: recorded only, since the resource stands at its version or a later
 * one. `dead`: every attempt failed; later versions of its resource wait for somebody to decide.
 */
export type InboxState = "pending" | "waiting" | "handled" | "superseded" | "dead";

/** Every state, in the order of an event's life. */
export const inboxStates = [
  "pending",
  "waiting",
  "handled",
  "superseded",
  "dead",
] as const satisfies readonly InboxState[];

/** One event as an inbox keeps it. */
export interface InboxRecord extends InboxEntry {
  /** `json`, parsed. */
  readonly event: JsonObject;
  readonly state: InboxState;
  /** Attempts begun. */
  readonly attempts: number;
  /** Not handled before this time, in milliseconds since 1970; while a handler runs, the end of its lease. */
  readonly dueAt: number;
  /** Name and message of the last failure, without credentials. */
  readonly error: string | undefined;
  /** When it was handled, superseded or declared dead, in milliseconds since 1970. */
  readonly settledAt: number | undefined;
  /** Grows with the order of arrival; place of a record in a listing. */
  readonly sequence: number;
}

/**
 * `stored`: new and committed. `duplicate`: the same event was there before. `conflict`: another event of
 * this id was there before and stays as it was.
 */
export type InboxResult = "stored" | "duplicate" | "conflict";

/** The states that somebody still has to do something about. */
export type OpenState = "pending" | "waiting" | "dead";

/** A record that one dispatcher may handle until its lease ends. */
export interface Claim {
  readonly record: InboxRecord;
  /** From 1. */
  readonly attempt: number;
  /** Proves that the claim is still held. */
  readonly lease: string;
}

export interface ClaimRequest {
  readonly application: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly leaseMs: number;
  /** Records to look at, at most. */
  readonly limit: number;
}

export interface Claimed {
  readonly claims: readonly Claim[];
  /** Further records are due: claim again at once. */
  readonly more: boolean;
  /** Another process had its hands on a resource: claim again soon. */
  readonly contended: boolean;
}

/** A resource whose next version doesn't come or can't be handled, and that one dispatcher may reconcile. */
export interface GapClaim extends ResourceId {
  /** The version that it stands at; 0 before the first. */
  readonly version: number;
  /** Versions that wait, ascending. */
  readonly waiting: readonly number[];
  /** From 1. */
  readonly attempt: number;
  readonly lease: string;
}

export interface GapRequest {
  readonly application: string;
  readonly now: number;
  readonly leaseMs: number;
  /** Only gaps before events that were received no later, in milliseconds since 1970. */
  readonly receivedUntil: number;
}

/** An open transaction of a store, in which a handler's writes and their record are committed as one. */
export interface InboxTransaction<Transaction = unknown> {
  /** The store's own: a client of PostgreSQL, a connection of SQLite, `undefined` in memory. */
  readonly transaction: Transaction;
  commit(): Promise<void>;
  /** `abandoned`: whoever used it may go on doing so, and must not reach anything by it. */
  rollback(abandoned?: boolean): Promise<void>;
}

/** Where a resource stands. */
export interface ResourceState extends ResourceId {
  /** The highest version whose handler finished; 0 before the first. */
  readonly version: number;
  /** Versions that wait for one before them, ascending. */
  readonly waiting: readonly number[];
}

/** Which records; what is left out doesn't narrow. */
export interface InboxSelection {
  readonly application?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly resource?: string | undefined;
  readonly states?: readonly InboxState[] | undefined;
  readonly test?: boolean | undefined;
  /** Received before, in milliseconds since 1970. */
  readonly receivedBefore?: number | undefined;
}

export interface InboxQuery extends InboxSelection {
  /** Records at most. Default: 100. */
  readonly limit?: number | undefined;
  /** Only records behind this `sequence`. */
  readonly after?: number | undefined;
}

/**
 * Where committed events are kept until they are handled, and after. Events are unique by application and event id,
 * never by delivery (§6.4). Every method rejects when the store can't do it (`record` may throw instead); nothing is then half done.
 */
export interface Inbox<Transaction = unknown> {
  /** Gives its result only after the commit; rejects when nothing was committed. Content is compared by `sameContent`. */
  record(entry: InboxEntry): MaybePromise<InboxResult>;

  /** Rejects with a clear error unless the store can be reached and has the tables of this version. */
  check(): Promise<void>;

  /**
   * Takes due records of one application, oldest first, each for one caller among all processes. At most one record
   * of a resource is taken at a time, and only the version after the one that the resource stands at.
   */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Puts off the end of a lease; `false` when it was lost. */
  renew(claim: Claim, leaseUntil: number): Promise<boolean>;
  /** Records that a claim was handled, in the given transaction if any; `false` when its lease was lost. */
  complete(
    claim: Claim,
    settlement: { readonly now: number; readonly transaction?: InboxTransaction<Transaction> | undefined },
  ): Promise<boolean>;
  /** Records a failed attempt: to be tried again at `retryAt`, or dead without it; `false` when the lease was lost. */
  fail(
    claim: Claim,
    failure: { readonly now: number; readonly error: string; readonly retryAt?: number | undefined },
  ): Promise<boolean>;
  /** Opens a transaction for a handler. */
  begin(): Promise<InboxTransaction<Transaction>>;

  /** Takes one resource with a gap that is too old. */
  claimGap(request: GapRequest): Promise<GapClaim | undefined>;
  /** Moves the resource to `version`, never back; versions up to it are superseded. `false` when the lease was lost. */
  closeGap(
    gap: GapClaim,
    settlement: {
      readonly now: number;
      readonly version: number;
      /** When to ask again should the gap still be there. */
      readonly againAt: number;
      readonly transaction?: InboxTransaction<Transaction> | undefined;
    },
  ): Promise<boolean>;
  /** Gives a gap back until a time; nothing where the lease was lost. */
  postponeGap(gap: GapClaim, times: { readonly now: number; readonly until: number }): Promise<void>;

  /** The record of an event. */
  find(application: string, eventId: string): Promise<InboxRecord | undefined>;
  /** Records in the order of arrival. */
  list(query?: InboxQuery): Promise<readonly InboxRecord[]>;
  /** Resources that had an event so far, by family and id. */
  resources(query?: Partial<ResourceId>): Promise<readonly ResourceState[]>;
  /** How many records are pending, waiting and dead. Those that are done aren't counted: there may be very many. */
  count(application?: string): Promise<Readonly<Record<OpenState, number>>>;
  /** Makes dead records, and those whose next attempt is yet to come, due now with all attempts anew; their number. */
  retry(selection: InboxSelection, now: number): Promise<number>;
  /**
   * Deletes records that are handled, superseded or dead, and gives their number. A dead one's resource moves on
   * past it. An event that is delivered again after that counts as new.
   */
  purge(selection: InboxSelection, now: number): Promise<number>;
  /** Closes what the store opened itself. */
  close(): Promise<void>;
}
