import type { MaybePromise } from "../../ports/answer.js";
import type { InboxEntry, InboxState, ResourceId } from "../../ports/inbox-entry.js";
import type { InboxQuery, InboxTransaction } from "../../ports/stores.js";

/** The part of a stored event that changes. */
export interface EventStatus {
  readonly state: InboxState;
  /** Not handled before this time; the end of the lease while there is one. Milliseconds since 1970. */
  readonly dueAt: number;
  readonly lease: string | undefined;
  readonly attempts: number;
  readonly error: string | undefined;
  readonly settledAt: number | undefined;
}

/** A stored event. */
export interface EventRow extends EventStatus {
  /** Identifies application and event id. */
  readonly key: string;
  readonly sequence: number;
  readonly entry: InboxEntry;
  /** Identifies application, family and resource; absent for an unordered event. */
  readonly resourceKey: string | undefined;
}

/** A stored resource. */
export interface ResourceRow extends ResourceId {
  readonly key: string;
  readonly version: number;
  /** Attempts to reconcile it since the last success. */
  readonly attempts: number;
  /** No reconciliation before this time; the end of the lease while there is one. */
  readonly dueAt: number;
  readonly lease: string | undefined;
}

/** An event of a resource, without its content. */
export interface VersionRow extends EventStatus {
  readonly key: string;
  readonly sequence: number;
  readonly resourceKey: string;
  readonly version: number;
}

/** The operations of a store's transaction. Rows returned for a change are locked until its end. */
export interface InboxTables {
  /** Pending events of an application that are due, by time and arrival; without those locked elsewhere. */
  due(request: { application: string; now: number; limit: number }): Promise<EventRow[]>;
  /** One event, locked. */
  event(key: string): Promise<EventRow | undefined>;
  /** Resources, created if missing, and locked; without those locked elsewhere unless `wait`. */
  lockResources(ids: readonly ResourceId[], wait: boolean): Promise<ResourceRow[]>;
  /**
   * For each version of a resource, the event that goes first among its pending, waiting and dead ones: one that was
   * claimed or classified before, otherwise the earliest.
   */
  firstVersions(wanted: readonly Pick<VersionRow, "resourceKey" | "version">[]): Promise<VersionRow[]>;
  /** Unsettled and dead events of a resource up to a version. */
  openVersions(resourceKey: string, through: number): Promise<VersionRow[]>;
  /** Marks a pending event with this lease as handled and returns it; `undefined` if the lease was lost. */
  finish(key: string, lease: string, now: number): Promise<EventRow | undefined>;
  updateEvents(changes: readonly ({ readonly key: string } & EventStatus)[]): Promise<void>;
  updateResource(resource: ResourceRow): Promise<void>;
  /** One resource, locked, that is due and has an event waiting since before a time, and none pending. */
  staleResource(request: {
    application: string;
    now: number;
    receivedUntil: number;
  }): Promise<ResourceRow | undefined>;
  /** Events by sequence. */
  list(query: InboxQuery & { readonly limit: number }): Promise<EventRow[]>;
  deleteEvents(keys: readonly string[]): Promise<void>;
}

/** A transaction that a handler holds open. */
export interface OpenTables<Transaction> extends InboxTransaction<Transaction> {
  /** Runs operations in that transaction. */
  run<Result>(work: (tables: InboxTables) => Promise<Result>): Promise<Result>;
}

/** What a store implements; `createInbox` builds an inbox on it. */
export interface InboxBackend<Transaction> {
  /** Events are unique by this key. */
  eventKey(application: string, eventId: string): string;
  resourceKey(id: ResourceId): string;
  check(): Promise<void>;
  /** Commits a new event as pending and due at its reception; `false` if its key already exists. */
  insert(entry: InboxEntry): MaybePromise<boolean>;
  /**
   * The same for several events with different keys, in their order and in one commit. `mayCommit` is given those that
   * already exist, by key, and is called once more if the transaction is repeated; after `false`, nothing is stored.
   */
  insertAll(
    entries: readonly InboxEntry[],
    mayCommit: (existing: ReadonlyMap<string, Pick<EventRow, "entry">>) => boolean,
  ): Promise<void>;
  /**
   * All of it is committed, or nothing. `repeatable`: a crash of the store may undo the commit, since the same
   * work would then be repeated.
   */
  transact<Result>(
    work: (tables: InboxTables) => Promise<Result>,
    options?: { readonly repeatable?: boolean },
  ): Promise<Result>;
  begin(): Promise<OpenTables<Transaction>>;
  find(key: string): Promise<EventRow | undefined>;
  /** Events by sequence, as committed. */
  list(query: InboxQuery & { readonly limit: number }): Promise<EventRow[]>;
  /** Extends a lease that is still held. */
  renew(key: string, lease: string, until: number): Promise<boolean>;
  resources(query: Partial<ResourceId>): Promise<ResourceRow[]>;
  /** Versions above the next one of their resource that are pending or waiting. */
  waiting(resourceKeys: readonly string[]): Promise<Pick<VersionRow, "resourceKey" | "version">[]>;
  count(application: string | undefined): Promise<Partial<Record<InboxState, number>>>;
  close(): Promise<void>;
}
