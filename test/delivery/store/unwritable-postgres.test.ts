// @needs postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeliveryHealth, openPostgresStore, systemClock } from "../../../delivery/index.js";
import { postgresUrl, type TestSchema, testSchema } from "../../support/runtime/stores/postgres-schema.js";

let test: TestSchema;
beforeAll(async () => {
  test = await testSchema({ migrated: false });
  const store = await openPostgresStore({ pool: test.pool, schema: test.schema });
  await store.migrate();
});
afterAll(() => test.drop());

it("an engine isn't healthy as long as its server is read-only", async () => {
  const url = new URL(postgresUrl);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const store = await openPostgresStore({ connectionString: url.href, schema: test.schema });
  await expect(store.check()).rejects.toMatchObject({ code: "store-unwritable" });
  const health = createDeliveryHealth({ store, clock: systemClock });
  expect(await health.report()).toMatchObject({ status: "unavailable", reachable: true, writable: false });
  await store.close();
});

it("an engine isn't healthy after a write that found no room, until one would find some", async () => {
  const { sql, pool, schema } = test;
  const store = await openPostgresStore({ pool, schema });
  await sql(`create function $schema.fail() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await sql("create trigger full_disk before insert on $schema.saves execute function $schema.fail()");
  const row = { application: "a", operation_id: "o", request_hash: "", outcome: "{}", created_at: 0 };
  const write = () => store.transact((db) => db.insertInto("saves").values(row).execute());
  await store.check();
  await expect(write()).rejects.toMatchObject({ code: "53100" });
  await expect(store.check()).rejects.toMatchObject({ code: "store-unwritable" });
  await sql("drop trigger full_disk on $schema.saves");
  await store.check();
  await write();
  expect(await sql("select application from $schema.saves")).toEqual([{ application: "a" }]);
});
