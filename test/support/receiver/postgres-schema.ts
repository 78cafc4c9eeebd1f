import { randomUUID } from "node:crypto";
import pg from "pg";
import { migratePostgres } from "../../../runtime/stores/postgres/index.js";

/** Creates oipkit's tables in a new schema. */
export async function newSchema(connectionString: string): Promise<{
  readonly schema: string;
  readonly drop: () => Promise<void>;
}> {
  const schema = `receiver_${randomUUID().replaceAll("-", "")}`;
  await migratePostgres({ connectionString, schema });
  return {
    schema,
    async drop() {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}
