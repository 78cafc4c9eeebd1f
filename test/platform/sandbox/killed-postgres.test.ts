// @needs postgres
import pg from "pg";
import { afterThisFile } from "../../support/clean-up.js";
import { killedSuite } from "../../support/platform/sandbox/killed-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_sandbox_killed_${process.pid}`;
afterThisFile(async () => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  for (const each of [schema, `${schema}_c`, `${schema}_d`])
    await client.query(`drop schema if exists ${each} cascade`);
  await client.end();
});

killedSuite({ postgres: postgresUrl, schema });
