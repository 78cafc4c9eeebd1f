// @needs postgres
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createPostgresInbox } from "../../../runtime/stores/postgres/index.js";
import { createSqliteInbox } from "../../../runtime/stores/sqlite/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { entry } from "../../support/runtime/stores/entries.js";
import { postgresUrl, testSchema } from "../../support/runtime/stores/postgres-schema.js";

let cwd = "";
beforeAll(async () => {
  cwd = await temporaryFolder();
});

const list = async (variables: string, ...more: readonly string[]) => {
  await writeFile(join(cwd, ".env"), variables);
  return runCommand(cwd, "inbox", "list", "--env-file", ".env", ...more);
};

describe("oipkit inbox --env-file", () => {
  it("shows the events of the SQLite file that the project names", async () => {
    const inbox = createSqliteInbox({ file: join(cwd, "receiver.db") });
    await inbox.record(entry("one"));
    await inbox.close();
    expect(await list("SQLITE_FILE=receiver.db\n")).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("one"),
    });
    expect(await list("SQLITE_FILE=receiver.db\n", "--store", "sqlite:other.db")).toMatchObject({
      exitCode: 2,
    });
  });

  it("shows those of its PostgreSQL schema", async () => {
    const { schema, pool, drop } = await testSchema();
    afterThisTest(drop);
    await createPostgresInbox({ pool: pool as never, schema }).record(entry("two"));
    const variables = `DATABASE_URL=${postgresUrl}\nDATABASE_SCHEMA=${schema}\n`;
    expect(await list(variables)).toMatchObject({ exitCode: 0, out: expect.stringContaining("two") });
  });

  it.each([
    ["PORT=8080\n", /\.env sets neither SQLITE_FILE nor DATABASE_URL/],
    ["SQLITE_FILE=gone.db\n", /file gone\.db does not exist/],
  ])("says what is missing in %j", async (variables, message) => {
    expect(await list(variables)).toMatchObject({ exitCode: 2, err: expect.stringMatching(message) });
  });

  it("says that a store is missing without it", async () => {
    expect(await runCommand(cwd, "inbox", "list")).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/--store STORE is missing.*--env-file/),
    });
  });
});
