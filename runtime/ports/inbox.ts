import type { Claim, Claimed, ClaimRequest, GapClaim, GapRequest } from "./inbox-claim.js";
import type { InboxEntry, InboxRecord, InboxResult, InboxState, ResourceId } from "./inbox-entry.js";
import type { InboxTransaction } from "./inbox-transaction.js";
import type { MaybePromise } from "./maybe-promise.js";

/** The states that somebody still has to do something about. */
export type OpenState = "pending" | "waiting" | "dead";

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

/** A page of records. */
export interface InboxQuery extends InboxSelection {
  /** Records at most. Default: 100. */
  readonly limit?: number | undefined;
  /** Only records behind this `sequence`. */
  readonly after?: number | undefined;
}

/**
 * Where committed events are kept until they are handled, and after. Events are unique by application and event id,
 * never by delivery. Every method rejects when the store can't do it (`record` may throw instead); nothing is then half done.
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
