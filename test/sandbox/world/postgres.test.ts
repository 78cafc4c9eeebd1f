// @needs postgres
import pg from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { postgresUrl } from "../../services/urls.js";
import { snapshotSuite } from "./snapshot-suite.js";
import { worldSuite } from "./world-suite.js";

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
