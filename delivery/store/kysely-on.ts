import {
  type DatabaseIntrospector,
  type DatabaseMetadata,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TableMetadata,
} from "kysely";
import { postgresRunner } from "./postgres/runner.js";
import { sqliteRunner } from "./sqlite/runner.js";
import { type CallerTransaction, type Dialect, type Runner, runnerConnection } from "./store.js";
import type { Tables } from "./tables.js";

/** Kysely doesn't migrate SQLite in a transaction, so several processes would apply the same migration at once, each a part of it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The tables, through a driver. */
export function kyselyOn(dialect: Dialect, driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: { ...dialects[dialect], createDriver: () => driver } });
}

const dialects: Readonly<Record<Dialect, Omit<KyselyDialect, "createDriver">>> = {
  sqlite: {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new TableNamesIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/**
 * Lists what the migrator asks for: schemas and tables, without columns. Kysely's own introspector reads each column of all schemas by
 * name, which fails when another session drops a schema at that moment, and takes long in a database of many tables.
 */
class TableNamesIntrospector implements DatabaseIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  async getSchemas() {
    const { rows } = await sql<{
      readonly name: string;
    }>`select nspname as name from pg_catalog.pg_namespace`.execute(this.#db);
    return rows;
  }

  async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ readonly name: string; readonly schema: string }>`
      select tables.relname as name, schemas.nspname as schema
      from pg_catalog.pg_class as tables
      join pg_catalog.pg_namespace as schemas on tables.relnamespace = schemas.oid
      where tables.relkind in ('r', 'p') and has_schema_privilege(schemas.oid, 'USAGE')`.execute(this.#db);
    return rows.map((row) => ({ ...row, isView: false, columns: [] }));
  }

  async getMetadata(): Promise<DatabaseMetadata> {
    return { tables: await this.getTables() };
  }
}

/** The tables on such a connection. The caller commits. */
export function onCallersConnection(transaction: CallerTransaction): Kysely<Tables> {
  if (transaction instanceof Kysely) return transaction;
  if ("prepare" in transaction) return kyselyOn("sqlite", borrowed(sqliteRunner(transaction)));
  return kyselyOn("postgres", borrowed(postgresRunner(transaction)));
}

function borrowed(run: Runner): Driver {
  const connection = runnerConnection(run);
  const refuse = (): Promise<never> =>
    Promise.reject(new Error("the caller's transaction isn't ours to end"));
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
