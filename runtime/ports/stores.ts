import { OipkitError } from "../errors.js";
import type { MaybePromise } from "./answer.js";
import type {
  Claim,
  Claimed,
  ClaimRequest,
  GapClaim,
  GapRequest,
  InboxEntry,
  InboxRecord,
  InboxResult,
  InboxState,
  ResourceId,
} from "./inbox-entry.js";

/** The states that still need somebody's attention. */
export type OpenState = "pending" | "waiting" | "dead";

/** The current version of a resource, and what waits for it. */
export interface ResourceState extends ResourceId {
  /** The highest version whose handler finished; 0 before the first. */
  readonly version: number;
  /** Versions that wait for an earlier one, ascending. */
  readonly waiting: readonly number[];
}

/** Selects records; omitted fields select all. */
export interface InboxSelection {
  readonly application?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly resource?: string | undefined;
  readonly states?: readonly InboxState[] | undefined;
  readonly test?: boolean | undefined;
  /** Received before this time, in milliseconds since 1970. */
  readonly receivedBefore?: number | undefined;
}

/** A page of records. */
export interface InboxQuery extends InboxSelection {
  /** Maximum number of records. Default: 100. */
  readonly limit?: number | undefined;
  /** Only records after this `sequence`. */
  readonly after?: number | undefined;
}

/**
 * Stores committed events until they are handled, and afterwards. Events are unique by application and event id,
 * never by delivery. Every method rejects if the store can't do it (`record` may throw instead); then nothing is changed.
 */
export interface Inbox<Transaction = unknown> {
  /** Resolves only after the commit; rejects if nothing was committed. Content is compared by `sameJson`. */
  record(entry: InboxEntry): MaybePromise<InboxResult>;
  /**
   * The same for the events of one request, in their order, all in one commit. Of several with one id, the first is new and
   * the others are compared with it. If one is a conflict, nothing is stored; `despiteConflicts`, the others are.
   */
  recordAll(
    entries: readonly InboxEntry[],
    options?: { readonly despiteConflicts?: boolean | undefined },
  ): Promise<readonly InboxResult[]>;

  /**
   * Rejects with a clear error unless the store is reachable, has the tables of this version and can be written: after a write
   * that failed, it tries one.
   */
  check(): Promise<void>;

  /**
   * Claims due records of one application, oldest first, each for one caller among all processes. At most one record
   * of a resource is claimed at a time, and only the version that follows the resource's current one.
   */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Extends a lease; `false` if it was lost. */
  renew(claim: Claim, leaseUntil: number): Promise<boolean>;
  /** Records that a claim was handled, in the given transaction if any; `false` if its lease was lost. */
  complete(
    claim: Claim,
    settlement: { readonly now: number; readonly transaction?: InboxTransaction<Transaction> | undefined },
  ): Promise<boolean>;
  /** Records a failed attempt: to be retried at `retryAt`, or dead without it; `false` if the lease was lost. */
  fail(
    claim: Claim,
    failure: { readonly now: number; readonly error: string; readonly retryAt?: number | undefined },
  ): Promise<boolean>;
  /** Opens a transaction for a handler. */
  begin(): Promise<InboxTransaction<Transaction>>;

  /** Claims one resource with a gap that is too old. */
  claimGap(request: GapRequest): Promise<GapClaim | undefined>;
  /** Moves the resource to `version`, never back; versions up to it are superseded. `false` if the lease was lost. */
  closeGap(
    gap: GapClaim,
    settlement: {
      readonly now: number;
      readonly version: number;
      /** When to reconcile again if the gap still exists. */
      readonly againAt: number;
      readonly transaction?: InboxTransaction<Transaction> | undefined;
    },
  ): Promise<boolean>;
  /** Releases a gap until a time; no effect if the lease was lost. */
  postponeGap(gap: GapClaim, times: { readonly now: number; readonly until: number }): Promise<void>;

  /** The record of an event. */
  find(application: string, eventId: string): Promise<InboxRecord | undefined>;
  /** Records in order of arrival. */
  list(query?: InboxQuery): Promise<readonly InboxRecord[]>;
  /** Resources that have had an event, by family and id. */
  resources(query?: Partial<ResourceId>): Promise<readonly ResourceState[]>;
  /** Number of pending, waiting and dead records. Settled ones aren't counted: there may be very many. */
  count(application?: string): Promise<Readonly<Record<OpenState, number>>>;
  /** Makes dead records, and those waiting for their next attempt, due now with all attempts again; returns their number. */
  retry(selection: InboxSelection, now: number): Promise<number>;
  /**
   * Deletes records that are handled, superseded or dead, and returns their number. Waiting ones, which no handler has
   * seen, are deleted only if the selection names the state or the event. The resource of a dead one moves past it. An event that is delivered again after that counts as new.
   */
  purge(selection: InboxSelection, now: number): Promise<number>;
  /** Closes what the store itself opened. */
  close(): Promise<void>;
}

/** An open transaction of a store, in which a handler's writes and their record are committed together. */
export interface InboxTransaction<Transaction = unknown> {
  /** The store's own: a client of PostgreSQL, a connection of SQLite, `undefined` in memory. */
  readonly transaction: Transaction;
  commit(): Promise<void>;
  /** `abandoned`: its user may continue, and must not reach anything through it. */
  rollback(abandoned?: boolean): Promise<void>;
}

/** Where receivers that share an Application store used nonces. */
export interface NonceStore {
  /**
   * Reserves a nonce for an application until `expiresAt` (milliseconds since 1970). Returns `true` to
   * exactly one of any number of simultaneous callers and `false` while the nonce is reserved.
   * Rejects if the store can't answer; the delivery is then answered as unavailable. A store that is full rejects with
   * `StoreFailure` (`store-full`), and never forgets a nonce before its time.
   */
  reserve(application: string, nonce: string, expiresAt: number): MaybePromise<boolean>;
  /** Rejects with a clear error unless the store is reachable and can be written: after a write that failed, it tries one. */
  check?(): Promise<void>;
  /** Closes what the store itself opened. */
  close?(): Promise<void>;
}

/**
 * `store-unreachable`: no connection, or the credentials are refused. `store-not-migrated`: its tables are missing or
 * of an older version. `store-schema-newer`: a newer version of oipkit has changed its tables. `store-driver-missing`:
 * its npm package isn't installed. `store-busy`: too many operations wait for it. `store-full`: it has no more room.
 * `store-unwritable`: it can be read but not written: its disk is full, or it is read-only. `store-closed`: it was closed. `store-options`: its options are wrong.
 * `store-damaged`: what it holds can't be read.
 */
export type StoreFailureCode =
  | "store-unreachable"
  | "store-not-migrated"
  | "store-schema-newer"
  | "store-driver-missing"
  | "store-busy"
  | "store-full"
  | "store-unwritable"
  | "store-closed"
  | "store-options"
  | "store-damaged";

/** A store can't do what was requested. The message never holds its password. */
export class StoreFailure extends OipkitError {
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
