import { assertVersion, type MigrationResult } from "../migration.js";
import { type PostgresClient, rowsOf } from "./client.js";
import { type Connection, connectionTo, type PostgresOptions } from "./connection.js";
import { migrations } from "./migrations.js";

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
      const found = await versionOf(client, schema);
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

/** Rejects unless the tables have the version of this oipkit. */
export async function assertMigrated({ query, schema, place }: Connection<PostgresClient>): Promise<void> {
  assertVersion(await versionOf({ query }, schema), migrations.length, place);
}

async function versionOf(client: PostgresClient, schema: string): Promise<number> {
  const [row] = await rowsOf(client, `select coalesce(max(version), 0) as version from ${schema}.migrations`);
  return Number(row?.version);
}
