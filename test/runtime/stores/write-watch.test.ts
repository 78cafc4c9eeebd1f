import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWriteWatch, StoreFailure } from "../../../runtime/stores/index.js";
import { createMemoryInbox } from "../../../runtime/stores/memory/index.js";
import { createRedisNonces } from "../../../runtime/stores/redis/index.js";
import { createSqliteInbox, createSqliteNonces } from "../../../runtime/stores/sqlite/index.js";
import { entry } from "../../support/runtime/stores/entries.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "oipkit-watch-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });

describe("createWriteWatch", () => {
  it("fails its check after a write that failed, until a write succeeds", async () => {
    let isFull = true;
    let tries = 0;
    const watch = createWriteWatch({
      place: "the store",
      tryWrite: async () => {
        tries += 1;
        if (isFull) throw full;
      },
    });
    await watch.check();
    expect(tries).toBe(0);
    watch.failed(full);
    await expect(watch.check()).rejects.toMatchObject({
      code: "store-unwritable",
      message: "the store can't be written: database or disk is full",
      cause: full,
    });
    isFull = false;
    await watch.check();
    await watch.check();
    expect(tries).toBe(2);
    watch.failed(full);
    watch.succeeded();
    await watch.check();
    expect(tries).toBe(2);
  });

  it("isn't satisfied by a try that began before another write failed", async () => {
    const watch = createWriteWatch({ place: "the store", tryWrite: async () => watch.failed(full) });
    watch.failed(full);
    await expect(watch.check()).rejects.toMatchObject({ code: "store-unwritable" });
  });

  it("tries one write for simultaneous checks", async () => {
    let tries = 0;
    const watch = createWriteWatch({ place: "the store", tryWrite: async () => void tries++ });
    watch.failed(full);
    await Promise.all([watch.check(), watch.check(), watch.check()]);
    expect(tries).toBe(1);
  });

  it.each([
    ["refused content", Object.assign(new Error(), { code: "23505" })],
    ["a row that is too big", Object.assign(new Error(), { code: "SQLITE_TOOBIG" })],
    ["a store with too much to do", new StoreFailure("store-busy", "")],
    ["a store that was closed", new StoreFailure("store-closed", "")],
  ])("doesn't count %s", async (_, failure) => {
    const watch = createWriteWatch({ place: "the store", tryWrite: () => Promise.reject(full) });
    watch.failed(failure);
    await watch.check();
  });
});

describe("a store", () => {
  it("in SQLite isn't usable once its file is gone", async () => {
    const file = join(folder, "gone.db");
    const stores = [createSqliteInbox({ file }), createSqliteNonces({ file })];
    for (const store of stores) await store.check?.();
    await rm(file);
    for (const store of stores)
      await expect(store.check?.()).rejects.toMatchObject({ code: "store-unwritable" });
    for (const store of stores) await store.close?.();
  });

  it("in memory isn't usable while it is full", async () => {
    const inbox = createMemoryInbox({ maxRecords: 1 });
    await inbox.check();
    await inbox.record(entry("a"));
    await expect(inbox.check()).rejects.toMatchObject({ code: "store-full" });
  });

  it("in Redis isn't usable while Redis refuses to write, although it answers", async () => {
    let isReplica = false;
    const client = {
      sendCommand: async ([command]: string[]) => {
        if (command === "PING") return "PONG";
        if (isReplica) throw new Error("READONLY You can't write against a read only replica.");
        return "OK";
      },
    };
    const nonces = createRedisNonces({ client });
    const reserve = async () => nonces.reserve("app", "n", Date.now() + 1000);
    expect(await reserve()).toBe(true);
    isReplica = true;
    await expect(reserve()).rejects.toThrow("READONLY");
    await expect(nonces.check?.()).rejects.toMatchObject({ code: "store-unwritable" });
    isReplica = false;
    await nonces.check?.();
  });
});
