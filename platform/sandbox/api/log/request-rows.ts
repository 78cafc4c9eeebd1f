/** A request of the log as it is stored. */
export interface RequestRow {
  readonly id: string;
  /** The entry, in JSON. */
  readonly text: string;
}

/** Where the log is kept over a restart. */
export interface RequestRows {
  /** Adds rows, in their order, and forgets the oldest ones beyond `keep`. */
  readonly append: (rows: readonly RequestRow[], keep: number) => Promise<void>;
  /** The latest rows, oldest first. */
  readonly load: (limit: number) => Promise<readonly RequestRow[]>;
}
