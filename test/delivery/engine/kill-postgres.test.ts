// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { killSuite } from "../../support/delivery/engine/kill-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const pool = new pg.Pool({ connectionString: postgresUrl, max: 4 });
const schema = `oipkit_delivery_kill_${process.pid}`;
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

killSuite("PostgreSQL", {
  open: () => openPostgresStore({ pool, schema }),
  place: { place: postgresUrl, schema },
});
