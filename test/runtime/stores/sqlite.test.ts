import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSqliteInbox,
  createSqliteNonces,
  migrateSqlite,
} from "../../../runtime/stores/sqlite/index.js";
import { claimAt, entry } from "../../support/runtime/stores/entries.js";
import { inboxSuite } from "../../support/runtime/stores/inbox-suite.js";
import { nonceSuite } from "../../support/runtime/stores/nonce-suite.js";

let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "oipkit-sqlite-"));
  file = join(folder, "inbox.db");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

inboxSuite("in SQLite", {
  open: () => createSqliteInbox({ file }),
  reset: async () => {
    await migrateSqlite({ file });
    const database = new Database(file);
    database.exec("delete from inbox_events; delete from inbox_resources");
    database.close();
  },
});

nonceSuite("in SQLite", { open: (now) => createSqliteNonces({ file: join(folder, "nonces.db"), now }) });

describe("createSqliteInbox", () => {
  it("creates files that only their owner can read, and keeps the permissions of an existing one", async () => {
    const path = join(folder, "private.db");
    const fileMode = async (name: string): Promise<number> => (await stat(name)).mode & 0o777;
    const inbox = createSqliteInbox({ file: path });
    await inbox.record(entry("e"));
    const modes = await Promise.all(["", "-wal", "-shm"].map((end) => fileMode(path + end)));
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await inbox.close();
    await chmod(path, 0o660);
    const again = createSqliteInbox({ file: path });
    expect(await again.find("app", "e")).toMatchObject({ eventId: "e" });
    expect(await fileMode(path)).toBe(0o660);
    await again.close();
  });

  it("keeps recorded events when the file is reopened, in WAL mode", async () => {
    const path = join(folder, "kept.db");
    const first = createSqliteInbox({ file: path });
    await first.record(entry("e"));
    await first.close();
    const database = new Database(path);
    expect(database.pragma("journal_mode")).toEqual([{ journal_mode: "wal" }]);
    database.close();
    const second = createSqliteInbox({ file: path });
    expect(await second.find("app", "e")).toMatchObject({ eventId: "e", state: "pending" });
    await second.close();
  });

  it("commits or rolls back a handler's writes together with the record", async () => {
    const inbox = createSqliteInbox({ file: join(folder, "mine.db") });
    for (const id of ["kept", "dropped"]) await inbox.record(entry(id));
    const [kept, dropped] = await claimAt(inbox, 1000);
    const first = await inbox.begin();
    await first.transaction.all("create table mine (id text)");
    await first.transaction.all("insert into mine values (?)", ["kept"]);
    expect(await inbox.complete(kept as never, { now: 1000, transaction: first })).toBe(true);
    await first.commit();
    const second = await inbox.begin();
    await second.transaction.all("insert into mine values (?)", ["dropped"]);
    await inbox.complete(dropped as never, { now: 1000, transaction: second });
    await second.rollback();
    await expect(second.transaction.all("insert into mine values ('late')")).rejects.toThrow("has ended");
    const third = await inbox.begin();
    expect(await third.transaction.all("select id from mine")).toEqual([{ id: "kept" }]);
    await third.rollback();
    expect((await inbox.find("app", "dropped"))?.state).toBe("pending");
    await inbox.close();
  });

  it("delays deliveries while a handler's transaction is open, but not reads", async () => {
    const inbox = createSqliteInbox({ file: join(folder, "waiting.db") });
    await inbox.record(entry("first"));
    const open = await inbox.begin();
    let isStored = false;
    const later = Promise.resolve(inbox.record(entry("second"))).then(() => {
      isStored = true;
    });
    expect((await inbox.find("app", "first"))?.state).toBe("pending");
    expect(await inbox.find("app", "second")).toBeUndefined();
    expect(isStored).toBe(false);
    await open.commit();
    await later;
    expect(await inbox.find("app", "second")).toBeDefined();
    await inbox.close();
    await expect(inbox.record(entry("third"))).rejects.toMatchObject({ code: "store-closed" });
  });
});

describe("a SQLite file", () => {
  it("is reported as unusable: no folder, no database, a newer version, no name", async () => {
    const lost = createSqliteInbox({ file: join(folder, "nowhere/inbox.db") });
    await expect(lost.check()).rejects.toMatchObject({ code: "store-unreachable" });
    await expect(lost.record(entry("e"))).rejects.toThrow("nowhere");
    const text = join(folder, "text.db");
    await writeFile(text, "this isn't a database but a long enough text ".repeat(100));
    await expect(createSqliteInbox({ file: text }).check()).rejects.toMatchObject({
      code: "store-unreachable",
    });
    const newer = join(folder, "newer.db");
    expect(await migrateSqlite({ file: newer })).toEqual({ applied: [1, 2], version: 2 });
    const database = new Database(newer);
    database.exec("insert into migrations values (99, 0)");
    database.close();
    await expect(migrateSqlite({ file: newer })).rejects.toMatchObject({ code: "store-schema-newer" });
    await expect(createSqliteInbox({ file: newer }).check()).rejects.toMatchObject({
      code: "store-schema-newer",
    });
    expect(() => createSqliteInbox({ file: "" })).toThrow("empty");
  });

  it("can be migrated by several processes at once", async () => {
    const path = join(folder, "many.db");
    const results = await Promise.all([1, 2, 3].map(() => migrateSqlite({ file: path })));
    expect(results.flatMap(({ applied }) => applied)).toEqual([1, 2]);
  });

  it("of an earlier version is updated, and keeps its events", async () => {
    const path = join(folder, "earlier.db");
    const old = createSqliteInbox({ file: path });
    await old.record(entry("old"));
    await old.close();
    const database = new Database(path);
    database.exec(
      "alter table inbox_events drop column occurred_at; delete from migrations where version = 2",
    );
    database.close();
    const inbox = createSqliteInbox({ file: path });
    expect(await inbox.record(entry("new", { occurredAt: 7 }))).toBe("stored");
    expect((await inbox.list()).map(({ eventId, occurredAt }) => [eventId, occurredAt])).toEqual([
      ["old", undefined],
      ["new", 7],
    ]);
    await inbox.close();
  });
});
