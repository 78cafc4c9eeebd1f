// @needs postgres
import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openPostgresStore } from "../../../delivery/index.js";
import { command } from "../../support/delivery/engine/model-commands.js";
import { runCommands } from "../../support/delivery/engine/model-run.js";
import { postgresUrl } from "../../support/services/urls.js";

const pool = new pg.Pool({ connectionString: postgresUrl, max: 8 });
const schema = `oipkit_delivery_model_${process.pid}`;
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

it("keeps its promises on PostgreSQL whatever fails", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
      await pool.query(`drop schema if exists ${schema} cascade`);
      const store = await openPostgresStore({ pool, schema });
      await store.migrate();
      const { broken, unsettled } = await runCommands(store, commands);
      expect(broken).toEqual([]);
      expect(unsettled).toEqual([]);
    }),
    // Shrinking would take longer than the test may, and hide what failed.
    { numRuns: Number(process.env.OIPKIT_MODEL_RUNS ?? 5), endOnFailure: true },
  );
});
