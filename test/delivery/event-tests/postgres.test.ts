// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { eventTestsSuite } from "../../support/delivery/event-tests/event-tests-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_tests_${process.pid}`;
afterAll(async () => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

eventTestsSuite("in PostgreSQL", () => openPostgresStore({ connectionString: postgresUrl, schema }));
