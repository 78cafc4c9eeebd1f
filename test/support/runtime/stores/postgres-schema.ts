import { randomBytes } from "node:crypto";
import pg from "pg";
import { migratePostgres } from "../../../../runtime/stores/postgres/index.js";
import { postgresUrl } from "../../services/urls.js";

export { postgresUrl };

/** A separate schema in the real server. */
export interface TestSchema {
  readonly schema: string;
  readonly pool: pg.Pool;
  /** Runs SQL after replacing `$schema` with the quoted schema name. */
  readonly sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly drop: () => Promise<void>;
}

/** Creates a schema with a random name, and the tables in it by default. */
export async function testSchema({ migrated = true } = {}): Promise<TestSchema> {
  const schema = `test ${process.pid} ${randomBytes(4).toString("hex")}`;
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 8 });
  if (migrated) await migratePostgres({ pool, schema });
  const sql = async (text: string, values?: unknown[]) =>
    (await pool.query(text.replaceAll("$schema", `"${schema}"`), values)).rows as Record<string, unknown>[];
  return {
    schema,
    pool,
    sql,
    async drop() {
      await sql("drop schema if exists $schema cascade");
      await pool.end();
    },
  };
}
