/** An open transaction of a store, in which a handler's writes and their record are committed together. */
export interface InboxTransaction<Transaction = unknown> {
  /** The store's own: a client of PostgreSQL, a connection of SQLite, `undefined` in memory. */
  readonly transaction: Transaction;
  commit(): Promise<void>;
  /** `abandoned`: its user may continue, and must not reach anything through it. */
  rollback(abandoned?: boolean): Promise<void>;
}
