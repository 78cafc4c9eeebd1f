import { assertVersion, type MigrationResult } from "../migration.js";
import { type SqliteDatabase, sqliteDatabase } from "./database.js";

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

/** The same on an open database. If it fails although another process has done it meanwhile, there is nothing left to do. */
async function migrate(database: SqliteDatabase): Promise<MigrationResult> {
  try {
    return await applyMissing(database);
  } catch (failure) {
    const version = await presentVersion(database).catch(() => 0);
    if (version !== migrations.length) throw failure;
    return { applied: [], version };
  }
}

async function presentVersion({ reader }: SqliteDatabase): Promise<number> {
  const [row] = await reader.all("select max(version) as version from migrations");
  return Number(row?.version ?? 0);
}

function applyMissing({ transact, place }: SqliteDatabase): Promise<MigrationResult> {
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

/** The statements of each version, from 1; a released one never changes. */
const migrations: readonly (readonly string[])[] = [
  [
    `create table inbox_events (
      sequence integer primary key autoincrement,
      key text not null unique,
      application text not null,
      event_id text not null,
      event_type text not null,
      delivery_id text not null,
      correlation_id text,
      json text not null,
      test integer not null,
      received_at integer not null,
      family text,
      resource text,
      resource_key text,
      version integer,
      state text not null,
      due_at integer not null,
      lease text,
      attempts integer not null,
      error text,
      settled_at integer
    )`,
    "create index inbox_events_due on inbox_events (application, due_at, sequence) where state = 'pending'",
    "create index inbox_events_state on inbox_events (state, application, received_at)",
    "create index inbox_events_version on inbox_events (resource_key, version) where resource_key is not null",
    "create index inbox_events_resource on inbox_events (resource) where resource is not null",
    `create table inbox_resources (
      key text primary key,
      application text not null,
      family text not null,
      resource text not null,
      version integer not null,
      attempts integer not null,
      due_at integer not null,
      lease text
    ) without rowid`,
    "create index inbox_resources_resource on inbox_resources (resource)",
    "create table nonces (key text primary key, expires_at integer not null) without rowid",
    "create index nonces_expires_at on nonces (expires_at)",
  ],
  ["alter table inbox_events add column occurred_at integer"],
];
