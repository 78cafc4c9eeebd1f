/** An open transaction of a store, in which a handler's writes and their record are committed as one. */
export interface InboxTransaction<Transaction = unknown> {
  /** The store's own: a client of PostgreSQL, a connection of SQLite, `undefined` in memory. */
  readonly transaction: Transaction;
  commit(): Promise<void>;
  /** `abandoned`: whoever used it may go on doing so, and must not reach anything by it. */
  rollback(abandoned?: boolean): Promise<void>;
}
