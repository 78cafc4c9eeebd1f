import type { Kysely } from "kysely";
import type { Tables } from "./tables.js";

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
