import pg from "pg";
import { openPostgresStore, type Store } from "../../../delivery/index.js";
import { postgresUrl } from "../services/urls.js";

/** Stores on PostgreSQL, each in a schema of its own, so that what is left of one test can't disturb another. */
export interface PostgresSchemas {
  readonly pool: pg.Pool;
  readonly open: () => Promise<Store>;
  /** Removes all of them; for `afterAll`. */
  readonly remove: () => Promise<void>;
}

/** The schemas of a test file, by its name. */
export function postgresSchemas(name: string): PostgresSchemas {
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 6 });
  const schemas: string[] = [];
  // An engine that a test left without an end may still write, and a transaction of its may be in the way.
  const drop = async (schema: string, tries = 10): Promise<void> => {
    try {
      await pool.query(`drop schema if exists ${schema} cascade`);
    } catch (error) {
      if ((error as { code?: string }).code !== "40P01" || tries === 1) throw error;
      await drop(schema, tries - 1);
    }
  };
  return {
    pool,
    open() {
      const schema = `oipkit_delivery_${name}_${process.pid}_${schemas.length}`;
      schemas.push(schema);
      return openPostgresStore({ pool, schema });
    },
    async remove() {
      for (const schema of schemas) await drop(schema);
      await pool.end();
    },
  };
}
