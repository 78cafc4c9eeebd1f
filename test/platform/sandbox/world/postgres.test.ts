// @needs postgres
import type { Kysely } from "kysely";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openPostgresStore, type Store } from "../../../../delivery/index.js";
import { openSqlRequestRows } from "../../../../platform/sandbox/api/log/request-rows.js";
import { type IdentityTables, migrateIdentityRows } from "../../../../platform/sandbox/identity/index.js";
import { createTables, migrateTables } from "../../../../platform/sandbox/world/tables.js";
import { snapshotSuite } from "../../../support/platform/sandbox/world/snapshot-suite.js";
import { worldSuite } from "../../../support/platform/sandbox/world/world-suite.js";
import { postgresUrl } from "../../../support/services/urls.js";

const pool = new pg.Pool({ connectionString: postgresUrl, max: 1 });
const schema = `oipkit_sandbox_world_${process.pid}`;
const schemas = new Set([schema]);
afterAll(async () => {
  for (const each of schemas) await pool.query(`drop schema if exists ${each} cascade`);
  await pool.end();
});
const open = () => openPostgresStore({ connectionString: postgresUrl, schema });

worldSuite("PostgreSQL", {
  async fresh() {
    await pool.query(`drop schema if exists ${schema} cascade`);
    return open();
  },
  open,
});

snapshotSuite("PostgreSQL", () => {
  const own = `${schema}_${schemas.size}`;
  schemas.add(own);
  return { postgres: postgresUrl, schema: own };
});

it("is created by one of several processes that begin at once", async () => {
  const own = `${schema}_fresh`;
  schemas.add(own);
  for (let round = 0; round < 5; round++) {
    await pool.query(`drop schema if exists ${own} cascade`);
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ connectionString: postgresUrl, schema: own })),
    );
    const identity = (db: Store["db"]) => migrateIdentityRows(db as unknown as Kysely<IdentityTables>);
    const results = await Promise.allSettled(
      stores.map(async (store) => {
        await migrateTables(store);
        await createTables(store, identity);
        await openSqlRequestRows(store);
      }),
    );
    for (const store of stores) await store.close();
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});
