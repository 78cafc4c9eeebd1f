// @needs postgres
import { type CompiledQuery, sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openPostgresStore, type Store } from "../../../delivery/index.js";
import { readingSuite } from "../../support/delivery/reading/reading-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_reading_${process.pid}`;
const pool = new pg.Pool({ connectionString: postgresUrl, max: 4 });
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

const open = () => openPostgresStore({ connectionString: postgresUrl, schema });
const fullScan = /Seq Scan on deliveries/;

async function plan({ db }: Store, statement: CompiledQuery): Promise<string> {
  const { rows } = await db.executeQuery<Record<string, string>>({
    ...statement,
    sql: `explain ${statement.sql}`,
  });
  return rows.flatMap((row) => Object.values(row)).join("\n");
}

readingSuite("in PostgreSQL", { open, plan, fullScan });

describe("the check of plans", () => {
  it("finds a full scan", async () => {
    const store = await open();
    const statement = sql`select * from ${sql.table(`${schema}.deliveries`)} where error = 'x'`.compile(
      store.db,
    );
    expect(await plan(store, statement)).toMatch(fullScan);
    await store.close();
  });
});
