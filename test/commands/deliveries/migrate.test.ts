// @needs postgres
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore, openSqliteStore, type Store } from "@oipkit/delivery";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { postgresUrl } from "../../support/services/urls.js";

let cwd = "";
const schema = `oipkit_deliveries_migrate_${process.pid}`;
const pool = new pg.Pool({ connectionString: postgresUrl, max: 2 });
beforeAll(async () => {
  cwd = await temporaryFolder();
});
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

interface Migrated {
  readonly name: string;
  readonly flags: readonly string[];
  readonly migrations: string;
  /** Whether there is anything at all. */
  readonly exists: () => Promise<boolean>;
  readonly open: () => Promise<Store>;
}

const stores: readonly Migrated[] = [
  {
    name: "SQLite",
    flags: ["--store", "sqlite:new.db"],
    migrations: "0001-tables, 0002-states, 0004-patience, 0005-history, 0006-size, 0007-changes",
    exists: async () => existsSync(join(cwd, "new.db")),
    open: () => openSqliteStore({ file: join(cwd, "new.db") }),
  },
  {
    name: "PostgreSQL",
    flags: ["--store", postgresUrl, "--schema", schema],
    migrations: "0001-tables, 0002-states, 0003-wakes, 0004-patience, 0005-history, 0006-size, 0007-changes",
    exists: async () => {
      const found = await pool.query("select from pg_namespace where nspname = $1", [schema]);
      return found.rowCount === 1;
    },
    open: () => openPostgresStore({ pool, schema }),
  },
];

describe.each(stores)("oipkit deliveries migrate on $name", ({ flags, migrations, exists, open }) => {
  const deliveries = (...args: string[]) => runCommand(cwd, "deliveries", ...args, ...flags);

  it("says what it would do, does it, and has nothing more to do", async () => {
    const dry = await deliveries("migrate", "--dry-run");
    expect(dry).toEqual({ exitCode: 1, out: "", err: `would apply ${migrations}\n` });
    expect(await exists()).toBe(false);
    const first = await deliveries("migrate");
    expect(first).toEqual({
      exitCode: 0,
      out: "",
      err: `applied ${migrations}; the tables are current\n`,
    });
    expect((await deliveries("list")).err).toMatch(/^0 shown/);
    const nothing = { exitCode: 0, out: "", err: "nothing to do; the tables are current\n" };
    expect(await deliveries("migrate")).toEqual(nothing);
    expect(await deliveries("migrate", "--dry-run")).toEqual(nothing);
    expect((await deliveries("migrate", "--format", "json")).out).toBe('{"applied":[]}\n');
    expect((await deliveries("migrate", "--dry-run", "--format", "json")).out).toBe('{"pending":[]}\n');
  });

  it("leaves the tables of a newer version alone", async () => {
    const store = await open();
    await store.migrate();
    const table = sql.id(...(store.dialect === "postgres" ? [schema] : []), "kysely_migration");
    await sql`insert into ${table} (name, timestamp) values ('9999-later', '2030')`.execute(store.db);
    await store.close();
    for (const args of [["migrate"], ["migrate", "--dry-run"]]) {
      const { exitCode, err } = await deliveries(...args);
      expect(exitCode).toBe(2);
      expect(err).toMatch(/9999-later.*update @oipkit\/delivery/);
    }
  });
});
