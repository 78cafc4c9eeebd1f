import { assertVersion, type MigrationResult } from "../migration.js";
import { type SqliteDatabase, sqliteDatabase } from "./database.js";
import { migrations } from "./migrations.js";

/** Where the database is. */
export interface SqliteOptions {
  /** Path of the database file; it is created if missing, but its folder isn't. */
  readonly file: string;
}

/**
 * Creates or updates the tables, in one transaction. Safe to run twice and concurrently. Opening an inbox does the same.
 * Throws `store-schema-newer` if a newer oipkit has already migrated them.
 */
export async function migrateSqlite({ file }: SqliteOptions): Promise<MigrationResult> {
  const database = sqliteDatabase(file);
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

/** The same on an open database. */
export function migrate({ transact, place }: SqliteDatabase): Promise<MigrationResult> {
  return transact(async ({ all }) => {
    await all(
      "create table if not exists migrations (version integer primary key, applied_at integer not null)",
    );
    const [row] = await all("select coalesce(max(version), 0) as version from migrations");
    const found = Number(row?.version);
    if (found > migrations.length) assertVersion(found, migrations.length, place);
    const applied: number[] = [];
    for (const [index, statements] of migrations.entries()) {
      const version = index + 1;
      if (version <= found) continue;
      for (const statement of statements) await all(statement);
      await all("insert into migrations (version, applied_at) values (?, unixepoch())", [version]);
      applied.push(version);
    }
    return { applied, version: migrations.length };
  });
}

/** Updates the tables once, before the first use; retries after a failure. */
export function migrateOnce(database: SqliteDatabase): () => Promise<void> {
  let done: Promise<unknown> | undefined;
  return async () => {
    done ??= migrate(database).catch((failure: unknown) => {
      done = undefined;
      throw failure;
    });
    await done;
  };
}
