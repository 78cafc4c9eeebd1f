import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { publishSuite } from "../../support/delivery/publish/publish-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-publish-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

publishSuite("SQLite", {
  open: () => openSqliteStore({ file: join(folder, `${++count}.db`) }),
  async inTransaction(end, work) {
    const database = new Database(join(folder, `${count}.db`), {});
    database.exec("begin immediate");
    await work(database as never);
    database.exec(end);
    database.close();
  },
});
