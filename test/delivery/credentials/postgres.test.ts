// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { credentialsSuite } from "../../support/delivery/credentials/credentials-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_credentials_${process.pid}`;
afterAll(async () => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

credentialsSuite("in PostgreSQL", () => openPostgresStore({ connectionString: postgresUrl, schema }));
