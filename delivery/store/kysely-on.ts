import {
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { TableNamesIntrospector } from "./postgres/introspector.js";
import type { Dialect } from "./store.js";
import type { Tables } from "./tables.js";

/** Kysely doesn't migrate SQLite in a transaction, so several processes would apply the same migration at once, each a part of it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The tables, through a driver. */
export function kyselyOn(dialect: Dialect, driver: Driver): Kysely<Tables> {
  const isSqlite = dialect === "sqlite";
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (isSqlite ? new TransactionalSqliteAdapter() : new PostgresAdapter()),
      createDriver: () => driver,
      createIntrospector: (db) => (isSqlite ? new SqliteIntrospector(db) : new TableNamesIntrospector(db)),
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
}
