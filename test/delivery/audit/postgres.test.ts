// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { auditSuite } from "../../support/delivery/audit/audit-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_audit_${process.pid}`;
afterAll(async () => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

auditSuite("in PostgreSQL", () => openPostgresStore({ connectionString: postgresUrl, schema }));
