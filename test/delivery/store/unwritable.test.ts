import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDeliveryHealth, openSqliteStore, systemClock } from "../../../delivery/index.js";
import { watchStore } from "../../../delivery/store/watch-store.js";
import { afterThisTest } from "../../support/clean-up.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";

const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });

async function opened() {
  const file = join(await temporaryFolder(), "engine.db");
  const own = await openSqliteStore({ file });
  afterThisTest(own.close);
  await own.migrate();
  return { file, own };
}

it("isn't healthy after a write that failed, although it can be read, until a write succeeds", async () => {
  const { file, own } = await opened();
  let isFull = false;
  const transact: typeof own.transact = (work, options) =>
    isFull ? Promise.reject(full) : own.transact(work, options);
  const store = watchStore({ ...own, transact }, file);
  const health = createDeliveryHealth({ store, clock: systemClock });
  expect(await health.report()).toMatchObject({ status: "ok", writable: true });
  isFull = true;
  await expect(store.transact(async () => {})).rejects.toBe(full);
  expect(await health.report()).toMatchObject({ status: "unavailable", reachable: true, writable: false });
  await expect(health.checks.store()).rejects.toMatchObject({ code: "store-unwritable" });
  isFull = false;
  expect(await health.report()).toMatchObject({ status: "ok", writable: true });
  await health.checks.store();
  expect(await own.db.selectFrom("saves").selectAll().execute()).toEqual([]);
});

it("stays healthy if a caller's own work in a transaction fails", async () => {
  const { own } = await opened();
  await expect(own.transact(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  await own.check();
});

it("isn't healthy once its file is gone", async () => {
  const { file, own } = await opened();
  await rm(file);
  await expect(own.check()).rejects.toMatchObject({ code: "store-unwritable" });
});
