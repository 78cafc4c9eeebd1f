import { setTimeout as delay } from "node:timers/promises";
import { StoreFailure } from "@oipkit/runtime/stores";
import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from "kysely";
import type { Dialect } from "../store.js";
import type { Tables } from "../tables.js";
import { up as createTables } from "./0001-tables.js";
import { up as noteStates } from "./0002-states.js";
import { up as noteWakes } from "./0003-wakes.js";
import { up as addPatience } from "./0004-patience.js";
import { up as indexHistory } from "./0005-history.js";
import { up as makeSmaller } from "./0006-size.js";
import { up as addChanges } from "./0007-changes.js";

/** Tries of a migration, and the wait after the first that failed, in milliseconds; it doubles up to the longest. About half a minute. */
const [tries, firstWaitMs, longestWaitMs] = [36, 25, 1000];
/** Chosen by chance; the advisory lock of migrations. */
const migrationLock = 0x6f69706d;

/**
 * Brings the tables to the version of this package and returns the names of the migrations that it applied. Safe to run twice and
 * concurrently. Throws `store-schema-newer` if a newer version has migrated them.
 */
export async function migrate(tables: MigratedTables): Promise<readonly string[]> {
  for (let failed = 0; ; failed++) {
    const before = tables.dialect === "sqlite" ? (await pendingMigrations(tables)).length : 0;
    try {
      return await migrateOnce(tables);
    } catch (failure) {
      if (failed + 1 >= tries) throw failure;
      if (!isPassing(failure) && !(await wasOvertaken(tables, before))) throw failure;
      await delay(Math.min(firstWaitMs * 2 ** failed, longestWaitMs));
    }
  }
}

/**
 * Whether another session of PostgreSQL was in the way: it made the same thing at that moment (unique violation, duplicate schema or table),
 * dropped the schema (undefined table or schema, internal error), or waited for this one (deadlock).
 */
function isPassing(failure: unknown): boolean {
  const { code } = failure as { readonly code?: unknown };
  const codes = ["23505", "42P06", "42P07", "XX000", "42P01", "3F000", "40P01", "55006"];
  return codes.includes(String(code));
}

/**
 * Whether another process has applied a migration since then: what failed did so because it was there already. Its transaction was taken
 * back.
 */
async function wasOvertaken(tables: MigratedTables, before: number): Promise<boolean> {
  if (before === 0) return false;
  const pending = await pendingMigrations(tables).catch(() => undefined);
  return pending !== undefined && pending.length < before;
}

/** One session at a time creates a schema and migrates it. In SQLite, the transaction of the migrations excludes the others. */
async function migrateOnce(tables: MigratedTables): Promise<readonly string[]> {
  const { db, schema } = tables;
  if (schema === undefined) return runMigrations(tables);
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(connection);
    try {
      await connection.schema.createSchema(schema).ifNotExists().execute();
      return await runMigrations({ ...tables, db: connection });
    } finally {
      // Without a connection, the lock is gone too.
      await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection).catch(() => {});
    }
  });
}

async function runMigrations(tables: MigratedTables): Promise<readonly string[]> {
  // A file that another process writes to is left alone if there is nothing to do.
  if ((await pendingMigrations(tables)).length === 0) return [];
  const { error, results = [] } = await createMigrator(tables).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** The tables to migrate. */
interface MigratedTables {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Where they are, for messages. */
  readonly place: string;
  /** Of PostgreSQL. */
  readonly schema?: string | undefined;
}

/** Knows the migrations of this version and which of them were applied. */
export function createMigrator({ db, dialect, schema }: MigratedTables): Migrator {
  const scoped = (own: Kysely<unknown>): Kysely<unknown> => {
    if (schema === undefined) return own;
    return own.withSchema(schema);
  };
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        "0001-tables": { up: (own) => createTables(scoped(own as Kysely<unknown>), dialect) },
        "0002-states": { up: (own) => noteStates(own as Kysely<unknown>, { dialect, schema }) },
        // SQLite has one writer at a time, who makes lanes ready himself.
        ...(dialect === "postgres" && {
          "0003-wakes": { up: (own: unknown) => noteWakes(scoped(own as Kysely<unknown>)) },
        }),
        "0004-patience": { up: (own) => addPatience(scoped(own as Kysely<unknown>), dialect) },
        "0005-history": { up: (own) => indexHistory(own as Kysely<unknown>, { dialect, schema }) },
        "0006-size": { up: (own) => makeSmaller(own as Kysely<unknown>, { dialect, schema }) },
        "0007-changes": { up: (own) => addChanges(scoped(own as Kysely<unknown>), dialect) },
      }),
    },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/**
 * The names of the migrations that the tables lack, in order; changes nothing. Throws `store-schema-newer` if a newer version has migrated
 * the tables.
 */
export async function pendingMigrations(tables: MigratedTables): Promise<readonly string[]> {
  const known = await createMigrator(tables).getMigrations();
  const pending = known.filter(({ executedAt }) => executedAt === undefined);
  if (pending.length < known.length) {
    const foreign = (await appliedNames(tables)).filter(
      (applied) => !known.some(({ name }) => name === applied),
    );
    if (foreign.length > 0)
      throw new StoreFailure(
        "store-schema-newer",
        `${tables.place} has migrations that this version doesn't know (${foreign.join(", ")}): update @oipkit/delivery`,
      );
  }
  return pending.map(({ name }) => name);
}

async function appliedNames({ db, schema }: MigratedTables): Promise<readonly string[]> {
  const table = sql.id(...(schema === undefined ? [] : [schema]), DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ readonly name: string }>`select name from ${table} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
