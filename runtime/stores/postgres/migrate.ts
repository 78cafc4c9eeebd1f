import { StoreFailure } from "../../ports/stores.js";
import { assertVersion, type MigrationResult } from "../migration.js";
import { type PostgresClient, queryRows } from "./client.js";
import { type Connection, connectionTo, type PostgresOptions } from "./connection.js";

/** An arbitrary lock number; the same for every version of oipkit. */
const lock = 7_308_604_901_113;

/**
 * Creates or updates the tables, in one transaction. Safe to run twice and concurrently: the second run waits and finds
 * nothing to do. Throws `store-schema-newer` if a newer oipkit has already migrated them.
 */
export async function migratePostgres(options: PostgresOptions): Promise<MigrationResult> {
  const connection = connectionTo(options);
  const { schema, place } = connection;
  try {
    return await connection.transact(async (client) => {
      await client.query("select pg_advisory_xact_lock($1)", [lock]);
      await client.query(`create schema if not exists ${schema}`);
      await client.query(
        `create table if not exists ${schema}.migrations (version integer primary key, applied_at timestamptz not null default now())`,
      );
      const found = await schemaVersion(client, schema);
      if (found > migrations.length) assertVersion(found, migrations.length, place);
      const applied: number[] = [];
      for (const [index, statements] of migrations.entries()) {
        const version = index + 1;
        if (version <= found) continue;
        for (const statement of statements) await client.query(statement.replaceAll("$schema", () => schema));
        await client.query(`insert into ${schema}.migrations (version) values ($1)`, [version]);
        applied.push(version);
      }
      return { applied, version: migrations.length };
    });
  } finally {
    await connection.close();
  }
}

/** Rejects unless the tables have the version of this oipkit and can be written. */
export async function assertUsable({ query, schema, place }: Connection<PostgresClient>): Promise<void> {
  const [row] = await queryRows(
    { query },
    `select coalesce(max(version), 0) as version, current_setting('transaction_read_only') as read_only
      from ${schema}.migrations`,
  );
  assertVersion(Number(row?.version), migrations.length, place);
  // A standby, or a server or role that was made read-only.
  if (row?.read_only === "on")
    throw new StoreFailure("store-unwritable", `${place} can't be written: it is read-only`);
}

async function schemaVersion(client: PostgresClient, schema: string): Promise<number> {
  const [row] = await queryRows(
    client,
    `select coalesce(max(version), 0) as version from ${schema}.migrations`,
  );
  return Number(row?.version);
}

/** The statements of each version, from 1; a released one never changes. `$schema` is replaced by the quoted schema. */
const migrations: readonly (readonly string[])[] = [
  [
    `create table $schema.inbox_events (
      key text collate "C" primary key,
      sequence bigint generated always as identity unique,
      application text not null,
      event_id text not null,
      event_type text not null,
      delivery_id text not null,
      correlation_id text,
      json text not null,
      test boolean not null,
      received_at bigint not null,
      family text,
      resource text,
      resource_key text collate "C",
      version bigint,
      state text not null,
      due_at bigint not null,
      lease text,
      attempts integer not null,
      error text,
      settled_at bigint
    )`,
    `create index inbox_events_due on $schema.inbox_events (application, due_at, sequence) where state = 'pending'`,
    `create index inbox_events_stuck on $schema.inbox_events (application, state, received_at)
      where state in ('waiting', 'dead')`,
    `create index inbox_events_version on $schema.inbox_events (resource_key, version) where resource_key is not null`,
    `create table $schema.inbox_resources (
      key text collate "C" primary key,
      application text not null,
      family text not null,
      resource text not null,
      version bigint not null,
      attempts integer not null,
      due_at bigint not null,
      lease text
    )`,
    // By hash, since an id may be longer than an index entry.
    `create index inbox_resources_resource on $schema.inbox_resources (md5(resource))`,
    `create table $schema.nonces (
      key text collate "C" primary key,
      expires_at bigint not null
    )`,
    "create index nonces_expires_at on $schema.nonces (expires_at)",
  ],
  ["alter table $schema.inbox_events add column occurred_at bigint"],
];
