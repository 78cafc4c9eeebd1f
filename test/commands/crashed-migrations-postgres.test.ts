// @needs postgres
import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { afterThisTest } from "../support/clean-up.js";
import { runCommand } from "../support/cli/run-command.js";
import { crashCommand, crashEverywhere, crashStep } from "../support/crash/crash.js";
import { temporaryFolder } from "../support/generator/emit/contract-folder.js";
import { postgresUrl } from "../support/services/urls.js";

test.each([
  ["receiver", "inbox", 6],
  ["deliveries", "deliveries", 20],
] as const)("after a kill at any statement, `%s migrate` does all of it", async (command, reader, step) => {
  const pool = new pg.Pool({ connectionString: postgresUrl });
  afterThisTest(() => pool.end());
  const crashes = await crashEverywhere(`${command} migrate in PostgreSQL`, crashStep(step), async (at) => {
    const under = await temporaryFolder();
    const schema = `killed_${randomBytes(6).toString("hex")}`;
    const options = ["--store", `postgres:${postgresUrl}`, "--schema", schema];
    try {
      const crashed = await crashCommand([command, "migrate", ...options], {
        cwd: under,
        crash: { fault: "kill", at, under },
      });
      const migrate = () => runCommand(under, command, "migrate", ...options);
      expect(await migrate()).toMatchObject({ exitCode: 0 });
      expect(await migrate()).toMatchObject({ exitCode: 0, err: expect.not.stringContaining("applied") });
      expect((await runCommand(under, reader, "list", ...options)).err).not.toMatch(/\[store-/);
      return crashed;
    } finally {
      await pool.query(`drop schema if exists ${schema} cascade`);
    }
  });
  expect(crashes).toBeGreaterThan(0);
});
