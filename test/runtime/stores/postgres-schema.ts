import { randomBytes } from "node:crypto";
import pg from "pg";
import { migratePostgres } from "../../../runtime/stores/postgres/index.js";
import { postgresUrl } from "../../services/urls.js";

export { postgresUrl };

/** A schema of one's own in the real server. */
export interface TestSchema {
  readonly schema: string;
  readonly pool: pg.Pool;
  /** Runs SQL in which `$schema` stands for the schema. */
  readonly sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly drop: () => Promise<void>;
}

/** Makes a schema under a random name, with the tables unless told otherwise. */
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
