import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { afterThisTest } from "../../support/clean-up.js";

const script = fileURLToPath(new URL("../../support/delivery/store/first-migration.mjs", import.meta.url));

interface Outcome {
  readonly applied?: readonly unknown[];
  readonly failure?: string;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-first-migration-"));
  afterThisTest(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function startProcesses(count: number): Promise<readonly ChildProcess[]> {
  const children = Array.from({ length: count }, () => fork(script));
  afterThisTest(async () => {
    for (const child of children) {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  });
  await Promise.all(children.map((child) => once(child, "message")));
  return children;
}

describe("the first migration of an SQLite file", () => {
  it.each(["delivery", "inbox"])("is done by one of several processes at once: %s", async (kind) => {
    const folder = newFolder();
    const children = await startProcesses(8);
    for (let round = 0; round < 15; round++) {
      const answers = children.map((child) => once(child, "message"));
      for (const child of children) child.send({ kind, file: join(folder, `${round}.db`) });
      const outcomes = (await Promise.all(answers)).map(([outcome]) => outcome as Outcome);
      expect(outcomes.flatMap(({ failure }) => failure ?? [])).toEqual([]);
      expect(outcomes.filter(({ applied = [] }) => applied.length > 0)).toHaveLength(1);
    }
  });

  it("changes nothing if a part of it fails", async () => {
    const file = join(newFolder(), "delivery.db");
    const database = new Database(file, {});
    const tables = () =>
      (database.prepare("select name from sqlite_master where type = 'table'").all([]) as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => !name.startsWith("kysely_"));
    // The second migration creates a table with this name after others.
    database.exec("create table undelivered (mine integer)");
    const store = await openSqliteStore({ file });
    await expect(store.migrate()).rejects.toThrow(/"undelivered" already exists/);
    expect(tables()).toEqual(["undelivered"]);
    database.exec("drop table undelivered");
    expect(await store.migrate()).toEqual([
      "0001-tables",
      "0002-states",
      "0004-patience",
      "0005-history",
      "0006-size",
      "0007-changes",
    ]);
    await store.close();
    database.close();
  });

  it("leaves a file alone that another process writes to, once it is done", async () => {
    const file = join(newFolder(), "delivery.db");
    const store = await openSqliteStore({ file });
    await store.migrate();
    const database = new Database(file, {});
    database.exec("begin immediate");
    expect(await store.migrate()).toEqual([]);
    database.exec("rollback");
    database.close();
    await store.close();
  });
});
