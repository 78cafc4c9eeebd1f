// @needs postgres
import type { Kysely } from "kysely";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { openPostgresStore, type Store } from "../../../../../delivery/index.js";
import {
  createSqlRows,
  type IdentityTables,
  migrateIdentityRows,
} from "../../../../../platform/sandbox/identity/index.js";
import { rowsSuite } from "../../../../support/platform/sandbox/identity/rows/rows-suite.js";
import { postgresUrl } from "../../../../support/services/urls.js";

const schema = `oipkit_sandbox_identity_${process.pid}`;
let store: Store;
const db = () => store.db as unknown as Kysely<IdentityTables>;
beforeAll(async () => {
  store = await openPostgresStore({ connectionString: postgresUrl, schema });
  await store.migrate();
  await migrateIdentityRows(db());
});
afterAll(async () => {
  await store.close();
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

rowsSuite("in PostgreSQL", () => createSqlRows(db()));
