import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { statesSuite } from "../../support/delivery/store/states-suite.js";
import { storeSuite } from "../../support/delivery/store/store-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-delivery-"));
const file = join(folder, "delivery.db");
afterAll(() => rmSync(folder, { recursive: true }));

storeSuite("in SQLite", {
  open: () => openSqliteStore({ file }),
  openFresh: () =>
    Promise.all(Array.from({ length: 3 }, () => openSqliteStore({ file: join(folder, "fresh.db") }))),
  async inTransaction(end, work) {
    const database = new Database(file, {});
    database.exec("begin immediate");
    await work(database as never);
    database.exec(end);
    database.close();
  },
});

statesSuite("SQLite", async () => ({ store: await openSqliteStore({ file: ":memory:" }) }));

it("creates a file that only its owner can read", async () => {
  const own = join(folder, "own.db");
  await (await openSqliteStore({ file: own })).close();
  expect(statSync(own).mode & 0o777).toBe(0o600);
});

it("says that a file can't be opened", async () => {
  const missing = openSqliteStore({ file: join(folder, "missing", "delivery.db") });
  await expect(missing).rejects.toMatchObject({ code: "store-unreachable" });
});

it("refuses what comes after the end", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  await store.close();
  await expect(store.script([{ sql: "select 1", parameters: [] }])).rejects.toThrow();
});
