import type { Kysely } from "kysely";
import type { CallerTransaction } from "./caller-connection.js";
import type { Step } from "./step.js";
import type { Tables } from "./tables.js";

/** The SQL that a store speaks. */
export type Dialect = "sqlite" | "postgres";

/** The engine's database. Every method rejects with a `StoreFailure` if it can't be reached. */
export interface Store {
  readonly dialect: Dialect;
  /** Where it is, without a password, for messages. */
  readonly place: string;
  /** For single statements. */
  readonly db: Kysely<Tables>;
  /**
   * Runs work in a transaction and commits it; the whole again if the database ended it for the sake of another one. Unless it is `durable` (default), the commit doesn't wait for the disk: it survives the end of
   * this process, but perhaps not that of the machine.
   */
  readonly transact: <Result>(
    work: (transaction: Kysely<Tables>) => Promise<Result>,
    options?: { readonly durable?: boolean },
  ) => Promise<Result>;
  /**
   * Runs statements in one transaction, which are sent at once, and commits it; all of them again if the database ended it for the sake of
   * another one. The commit doesn't wait for the disk. Resolves with the rows of each.
   */
  readonly script: (steps: readonly Step[]) => Promise<readonly (readonly object[])[]>;
  /** The same tables inside a transaction that the caller has begun and will end. */
  readonly within: (transaction: CallerTransaction) => Kysely<Tables>;
  /** Creates or updates the tables; safe to run twice and concurrently. Resolves with the names of the migrations that it applied. */
  readonly migrate: () => Promise<readonly string[]>;
  /** The names of the migrations that `migrate` would apply; changes nothing. */
  readonly pendingMigrations: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}
