// @needs postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPostgresInbox,
  createPostgresNonces,
  migratePostgres,
} from "../../../runtime/stores/postgres/index.js";
import { entry } from "../../support/runtime/stores/entries.js";
import { postgresUrl, type TestSchema, testSchema } from "../../support/runtime/stores/postgres-schema.js";

let test: TestSchema;
beforeAll(async () => {
  test = await testSchema();
  await test.sql(`create function $schema.fail() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
});
afterAll(() => test.drop());

/** Lets every insertion into a table fail as on a full disk, until it is undone. */
async function fillDisk(table: string): Promise<() => Promise<unknown>> {
  await test.sql(
    `create trigger full_disk before insert on $schema.${table} execute function $schema.fail()`,
  );
  return () => test.sql(`drop trigger full_disk on $schema.${table}`);
}

describe("a store in PostgreSQL", () => {
  it("isn't usable as long as the server is read-only, also before a write", async () => {
    const url = new URL(postgresUrl);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const options = { connectionString: url.href, schema: test.schema };
    const readOnly = { code: "store-unwritable", message: expect.stringContaining("read-only") };
    const inbox = createPostgresInbox(options);
    const nonces = createPostgresNonces(options);
    await expect(inbox.check()).rejects.toMatchObject(readOnly);
    await expect(nonces.check?.()).rejects.toMatchObject(readOnly);
    await expect(inbox.record(entry("e"))).rejects.toMatchObject(readOnly);
    await expect(nonces.reserve("app", "n", Date.now() + 1000)).rejects.toMatchObject(readOnly);
    expect(await inbox.list()).toEqual([]);
    await expect(migratePostgres(options)).rejects.toMatchObject(readOnly);
    await inbox.close();
    await nonces.close?.();
  });

  it("isn't usable after an event that found no room, until one would find some", async () => {
    const inbox = createPostgresInbox({ pool: test.pool, schema: test.schema });
    await inbox.check();
    const empty = await fillDisk("inbox_events");
    await inbox.check();
    const noRoom = { code: "store-unwritable", message: expect.stringContaining("No space left") };
    await expect(inbox.record(entry("a"))).rejects.toMatchObject(noRoom);
    await expect(inbox.check()).rejects.toMatchObject(noRoom);
    await expect(inbox.check()).rejects.toMatchObject(noRoom);
    await empty();
    await inbox.check();
    expect(await inbox.list()).toEqual([]);
    expect(await inbox.record(entry("a"))).toBe("stored");
    expect(await inbox.list()).toHaveLength(1);
  });

  it("isn't usable after several events of a request, or a nonce, that found no room", async () => {
    const { pool, schema } = test;
    const inbox = createPostgresInbox({ pool, schema });
    const nonces = createPostgresNonces({ pool, schema });
    const undo = [await fillDisk("inbox_events"), await fillDisk("nonces")];
    await expect(inbox.recordAll([entry("b"), entry("c")])).rejects.toThrow("No space left");
    await expect(nonces.reserve("app", "n", Date.now() + 1000)).rejects.toThrow("No space left");
    for (const store of [inbox, nonces])
      await expect(store.check?.()).rejects.toMatchObject({ code: "store-unwritable" });
    for (const each of undo) await each();
    for (const store of [inbox, nonces]) await store.check?.();
    expect(await test.sql("select key from $schema.nonces")).toEqual([]);
  });
});
