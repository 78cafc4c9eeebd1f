import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from "kysely";
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
  /** The same for what watches the engine: in PostgreSQL, a connection of its own, if the store opened its connections itself. */
  readonly watching: Kysely<Tables>;
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
  readonly script: (steps: readonly SqlStatement[]) => Promise<readonly (readonly object[])[]>;
  /** The same tables inside a transaction that the caller has begun and will end. */
  readonly within: (transaction: CallerTransaction) => Kysely<Tables>;
  /** Creates or updates the tables; safe to run twice and concurrently. Resolves with the names of the migrations that it applied. */
  readonly migrate: () => Promise<readonly string[]>;
  /** The names of the migrations that `migrate` would apply; changes nothing. */
  readonly pendingMigrations: () => Promise<readonly string[]>;
  /**
   * Rejects unless the store is reachable and can be written, with `store-unwritable` if it is read-only. After a write that failed,
   * such as on a full disk, it tries one, until one succeeds.
   */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A statement as a database takes it; it returns rows of that type. */
export interface SqlStatement<Row = object> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Never there. */
  readonly row?: Row;
}

/** A connection of `pg` inside a transaction. */
export interface PostgresTransaction {
  query(
    text: string,
    values: unknown[],
  ): Promise<{ readonly rows: object[]; readonly fields?: readonly { name: string; dataTypeID: number }[] }>;
}

/** A database of `libsql` or `libsql/promise` inside a transaction. */
export interface SqliteTransaction {
  prepare(sql: string): SqliteStatement | Promise<SqliteStatement>;
}

/** A prepared statement of `libsql`. */
export interface SqliteStatement {
  all(parameters: readonly unknown[]): object[] | Promise<object[]>;
}

/** The connection on which the caller has begun a transaction, or what `Store.transact` gives to its work. */
export type CallerTransaction = PostgresTransaction | SqliteTransaction | Kysely<Tables>;

/** Runs one statement on one connection and returns its rows. */
export type Runner = (sql: string, parameters: readonly unknown[]) => Promise<readonly object[]>;

/** A connection as Kysely sees it. Statements that need the number of changed rows use `returning`. */
export function runnerConnection(run: Runner): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: [...(await run(sql, parameters))] as Row[] };
    },
    // biome-ignore lint/correctness/useYield: the engine streams nothing.
    async *streamQuery() {
      throw new Error("rows are never streamed");
    },
  };
}
