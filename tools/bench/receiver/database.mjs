import { migratePostgres } from "@oipkit/runtime/stores/postgres";
import pg from "pg";

/**
 * A temporary schema for the benchmark, with oipkit's tables and the naive receiver's.
 * @template T
 * @param {string} url
 * @param {(database: { readonly url: string, readonly schema: string, readonly version: string, readonly empty: () => Promise<void> }) => Promise<T>} work
 */
export async function withDatabase(url, work) {
  const schema = `oipkit_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await migratePostgres({ connectionString: url, schema });
    await client.query(`create table ${schema}.naive (event_id text primary key, event text not null)`);
    const { rows } = await client.query("show server_version");
    const tables = ["naive", "inbox_events", "inbox_resources", "nonces"].map((name) => `${schema}.${name}`);
    const empty = async () => void (await client.query(`truncate ${tables.join(", ")}`));
    return await work({ url, schema, version: rows[0].server_version, empty });
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.end();
  }
}
