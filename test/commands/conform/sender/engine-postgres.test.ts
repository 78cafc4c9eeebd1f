// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../../delivery/index.js";
import { engineSuite } from "../../../support/commands/conform/sender/engine-suite.js";
import { postgresUrl } from "../../../support/services/urls.js";

// Thousands of small transactions, of which none must survive the server.
const options = "-c synchronous_commit=off";
const pool = new pg.Pool({ connectionString: postgresUrl, max: 6, options });
const schema = `oipkit_delivery_sender_${process.pid}`;
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

engineSuite("PostgreSQL", () => openPostgresStore({ pool, schema }));
