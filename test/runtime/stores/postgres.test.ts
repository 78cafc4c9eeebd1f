// @needs postgres
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPostgresInbox,
  createPostgresNonces,
  migratePostgres,
  type NamedStatement,
  type PooledClient,
} from "../../../runtime/stores/postgres/index.js";
import { claimAt, completeAll, entry, versioned } from "../../support/runtime/stores/entries.js";
import { inboxSuite } from "../../support/runtime/stores/inbox-suite.js";
import { nonceSuite } from "../../support/runtime/stores/nonce-suite.js";
import { postgresUrl, type TestSchema, testSchema } from "../../support/runtime/stores/postgres-schema.js";

let test: TestSchema;
beforeAll(async () => {
  test = await testSchema();
});
afterAll(() => test.drop());

inboxSuite("in PostgreSQL", {
  open: () => createPostgresInbox({ connectionString: postgresUrl, schema: test.schema }),
  reset: async () => {
    await test.sql("truncate $schema.inbox_events, $schema.inbox_resources");
  },
});

nonceSuite("in PostgreSQL", {
  open: (now) => createPostgresNonces({ pool: test.pool, schema: test.schema, now }),
});

describe("createPostgresInbox", () => {
  it("prepares the statements of each delivery, and works without them if a pooler discards them", async () => {
    const pool = new pg.Pool({ connectionString: postgresUrl, max: 1 });
    const prepared = async () => (await pool.query("select name from pg_prepared_statements")).rows;
    const inbox = createPostgresInbox({ pool, schema: test.schema });
    const nonces = createPostgresNonces({ pool, schema: test.schema });
    const reserve = (nonce: string) => nonces.reserve("app", `prepared ${nonce}`, Date.now() + 1000);
    expect([await inbox.record(entry("kept a")), await reserve("a")]).toEqual(["stored", true]);
    expect(await prepared()).toHaveLength(2);
    await pool.query("deallocate all");
    expect(await inbox.record(entry("kept b"))).toBe("stored");
    // The pool has replaced the connection that failed.
    expect(await prepared()).toEqual([]);
    expect(await reserve("b")).toBe(true);
    await pool.query("deallocate all");
    expect([await inbox.record(entry("kept b")), await reserve("b")]).toEqual(["duplicate", false]);
    expect(await prepared()).toEqual([]);
    await pool.end();
  });

  it("commits simultaneous deliveries together, and stores the others if one is refused", async () => {
    const { pool, schema, sql } = test;
    await sql(`alter table $schema.inbox_events add constraint no_poison check (event_type <> 'poison')`);
    let statements = 0;
    const counting = {
      query: (statement: string | NamedStatement, values?: unknown[]) => {
        statements += Number(typeof statement !== "string" && statement.text.includes("insert into"));
        return pool.query(statement as string, values);
      },
      connect: () => pool.connect() as Promise<never>,
      end: () => pool.end(),
    };
    const inbox = createPostgresInbox({ pool: counting, schema });
    const good = Array.from({ length: 100 }, (_, index) => inbox.record(entry(`good ${index}`)));
    expect(await Promise.all(good)).toEqual(Array.from({ length: 100 }, () => "stored"));
    expect(statements).toBeLessThan(5);
    const mixed = await Promise.allSettled(
      ["a", "b", "poison", "c"].map((id) => inbox.record(entry(id, { eventType: id }))),
    );
    expect(mixed.map((each) => (each.status === "fulfilled" ? each.value : each.reason.code))).toEqual([
      ...["stored", "stored", "23514", "stored"],
    ]);
    const batch = ["d", "poison", "e"].map((id) => entry(id, { eventType: id }));
    await expect(inbox.recordAll(batch)).rejects.toMatchObject({ code: "23514" });
    expect(await inbox.find("app", "d")).toBeUndefined();
    await sql("alter table $schema.inbox_events drop constraint no_poison");
  });

  it("commits synchronously when it records an event, but not for nonces and repeatable work", async () => {
    const { pool, schema, sql } = test;
    await sql("truncate $schema.inbox_events, $schema.inbox_resources");
    await sql("create table $schema.commits (place text, change text, durable text)");
    await sql(`create function $schema.note_commit() returns trigger language plpgsql as $$ begin
      insert into "${schema}".commits values (tg_table_name, tg_op, current_setting('synchronous_commit'));
      return null; end $$`);
    const tables = ["nonces", "inbox_events"];
    for (const table of tables) {
      const on = `after insert or update on $schema.${table}`;
      await sql(`create trigger note ${on} for each row execute function $schema.note_commit()`);
    }
    const nonces = createPostgresNonces({ pool, schema });
    const inbox = createPostgresInbox({ pool, schema });
    expect(await nonces.reserve("app", "quick", Date.now() + 60_000)).toBe(true);
    expect(await inbox.record(entry("durable"))).toBe("stored");
    await completeAll(inbox, 1000);
    expect(await inbox.find("app", "durable")).toMatchObject({ state: "handled" });
    const noted = "select distinct place, change, durable from $schema.commits order by place, change";
    expect(await sql(noted)).toEqual([
      { place: "inbox_events", change: "INSERT", durable: "on" },
      { place: "inbox_events", change: "UPDATE", durable: "off" },
      { place: "nonces", change: "INSERT", durable: "off" },
    ]);
    for (const table of tables) await sql(`drop trigger note on $schema.${table}`);
  });

  it("refuses more waiting deliveries than allowed", async () => {
    const inbox = createPostgresInbox({ pool: test.pool, schema: test.schema, maxQueued: 5 });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => inbox.record(entry(`many ${index}`))),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(["store-busy", "store-busy", "store-busy"]);
    expect(await inbox.record(entry("one more"))).toBe("stored");
  });

  it("commits or rolls back a handler's writes together with the record", async () => {
    const { pool, schema, sql } = test;
    await sql("truncate $schema.inbox_events, $schema.inbox_resources");
    await sql("create table $schema.mine (id text primary key)");
    const inbox = createPostgresInbox<PooledClient>({ pool: pool as never, schema });
    for (const version of [1, 2]) await inbox.record(versioned(version));
    const attempt = async (finish: "commit" | "rollback"): Promise<void> => {
      const [claim] = await claimAt(inbox, 1000);
      if (claim === undefined) throw new Error("nothing is due");
      const open = await inbox.begin();
      await open.transaction.query(`insert into "${schema}".mine values ($1)`, [claim.record.eventId]);
      expect(await inbox.complete(claim, { now: 1000, transaction: open })).toBe(true);
      await open[finish]();
      if (finish === "rollback") await inbox.fail(claim, { now: 1000, error: "no", retryAt: 1000 });
    };
    await attempt("rollback");
    expect(await sql("select id from $schema.mine")).toEqual([]);
    expect(await inbox.find("app", "v1")).toMatchObject({ state: "pending", attempts: 1 });
    await attempt("commit");
    await attempt("commit");
    expect(await sql("select id from $schema.mine order by id")).toEqual([{ id: "v1" }, { id: "v2" }]);
    expect(await inbox.resources()).toMatchObject([{ version: 2 }]);
  });

  it("closes the connection of an abandoned handler, which can't write any more", async () => {
    const { pool, schema, sql } = test;
    await sql("create table $schema.late (id text)");
    const inbox = createPostgresInbox<PooledClient>({ pool: pool as never, schema });
    const open = await inbox.begin();
    await open.rollback(true);
    await expect(open.transaction.query(`insert into "${schema}".late values ('x')`)).rejects.toThrow();
    expect(await sql("select id from $schema.late")).toEqual([]);
  });

  it("recovers after its connections were terminated", async () => {
    const name = `oipkit ${process.pid} cut`;
    const url = `${postgresUrl}?application_name=${encodeURIComponent(name)}`;
    const inbox = createPostgresInbox({ connectionString: url, schema: test.schema });
    await inbox.record(entry("before termination"));
    const open = await inbox.begin();
    const cut = await test.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
      [name],
    );
    expect(cut.length).toBeGreaterThan(0);
    await expect(open.commit()).rejects.toThrow();
    await expect
      .poll(async () => {
        try {
          return await inbox.record(entry("after termination"));
        } catch {
          return "down";
        }
      })
      .toMatch(/stored|duplicate/);
    await inbox.close();
    await expect(inbox.record(entry("after close"))).rejects.toMatchObject({ code: "store-closed" });
  });

  it("never scans settled events", async () => {
    const { schema, pool, sql } = test;
    const inbox = createPostgresInbox({ pool, schema });
    await sql("truncate $schema.inbox_events, $schema.inbox_resources");
    await Promise.all(Array.from({ length: 1500 }, (_, index) => inbox.record(entry(`done ${index}`))));
    await completeAll(inbox, 1000);
    await sql("analyze $schema.inbox_events");
    const plan = await sql(
      "explain select * from $schema.inbox_events where application = 'app' and state = 'pending' and due_at <= 9 order by due_at, sequence limit 10 for update skip locked",
    );
    expect(JSON.stringify(plan)).toContain("inbox_events_due");
  });
});

describe("createPostgresNonces", () => {
  it("removes all expired nonces, however many were reserved in a minute", async () => {
    const { pool, schema, sql } = test;
    let now = 1_000_000;
    const nonces = createPostgresNonces({ pool, schema, now: () => now });
    await sql("truncate $schema.nonces");
    await sql("insert into $schema.nonces select 'old ' || i, $1 from generate_series(1, 12000) as i", [now]);
    for (const nonce of ["a", "b"]) await nonces.reserve("app", nonce, now + 1000);
    await nonces.reserve("app", "c", now + 600_000);
    now += 61_000;
    await nonces.reserve("app", "d", now + 1000);
    await expect.poll(() => sql("select count(*)::int as left from $schema.nonces")).toEqual([{ left: 2 }]);
  });
});

describe("a PostgreSQL that can't be used", () => {
  it.each([
    ["no server listens", "postgres://me:hidden@127.0.0.1:1/db", "store-unreachable", "127.0.0.1:1/db"],
    [
      "there is no such host",
      "postgres://me:hidden@nowhere.invalid/db",
      "store-unreachable",
      "nowhere.invalid/db",
    ],
    [
      "there is no such database",
      "postgres://postgres:hidden@127.0.0.1:5432/no_such_database",
      "store-unreachable",
      "no_such_database",
    ],
  ])("is reported: %s", async (_name, connectionString, code, place) => {
    for (const store of [
      createPostgresInbox({ connectionString }),
      createPostgresNonces({ connectionString }),
    ]) {
      const failure = (await store.check?.().catch((thrown: unknown) => thrown)) as Error & { code: string };
      expect(failure).toMatchObject({ code });
      expect(failure.message).toContain(place);
      expect(failure.message).not.toContain("hidden");
      await store.close?.();
    }
  });

  it.each(["", "localhost", "mysql://localhost/db", "me:hidden@host"])(
    "refuses the connection string %j without quoting it",
    (connectionString) => {
      expect(() => createPostgresInbox({ connectionString })).toThrow(
        "postgres://user:password@host:port/database",
      );
      expect(() => createPostgresInbox({ connectionString })).not.toThrow("hidden");
    },
  );

  it("refuses a pool together with a connection string, and an empty schema", () => {
    expect(() => createPostgresInbox({ pool: test.pool as never, connectionString: postgresUrl })).toThrow(
      "not both",
    );
    expect(() => createPostgresInbox({ connectionString: postgresUrl, schema: "" })).toThrow("schema");
  });
});

describe("migratePostgres", () => {
  it("can be run simultaneously and repeatedly", async () => {
    const fresh = await testSchema({ migrated: false });
    const { pool, schema } = fresh;
    const inbox = createPostgresInbox({ pool: pool as never, schema });
    await expect(inbox.check()).rejects.toMatchObject({ code: "store-not-migrated" });
    await expect(inbox.record(entry("e"))).rejects.toMatchObject({ code: "store-not-migrated" });
    const results = await Promise.all([1, 2, 3].map(() => migratePostgres({ pool: pool as never, schema })));
    expect(results.flatMap(({ applied }) => applied)).toEqual([1, 2]);
    expect(await migratePostgres({ pool: pool as never, schema })).toEqual({ applied: [], version: 2 });
    expect(await inbox.record(entry("e"))).toBe("stored");
    await fresh.drop();
  });

  it("must be migrated from an earlier version, and keeps its events", async () => {
    const fresh = await testSchema();
    const { pool, schema, sql } = fresh;
    const inbox = createPostgresInbox({ pool: pool as never, schema });
    await inbox.record(entry("old"));
    await sql("alter table $schema.inbox_events drop column occurred_at");
    await sql("delete from $schema.migrations where version = 2");
    const outdated = { code: "store-not-migrated" };
    await expect(inbox.check()).rejects.toMatchObject(outdated);
    await expect(inbox.record(entry("new"))).rejects.toMatchObject(outdated);
    await expect(inbox.recordAll([entry("new")])).rejects.toMatchObject(outdated);
    expect(await migratePostgres({ pool: pool as never, schema })).toEqual({ applied: [2], version: 2 });
    expect(await inbox.recordAll([entry("new", { occurredAt: 7 })])).toEqual(["stored"]);
    expect((await inbox.list()).map(({ eventId, occurredAt }) => [eventId, occurredAt])).toEqual([
      ["old", undefined],
      ["new", 7],
    ]);
    await fresh.drop();
  });

  it("refuses a schema of a newer oipkit, as the stores do", async () => {
    const fresh = await testSchema();
    const { pool, schema, sql } = fresh;
    await sql("insert into $schema.migrations (version) values (99)");
    const newer = { code: "store-schema-newer" };
    await expect(migratePostgres({ pool: pool as never, schema })).rejects.toMatchObject(newer);
    await expect(createPostgresInbox({ pool: pool as never, schema }).check()).rejects.toMatchObject(newer);
    await expect(createPostgresNonces({ pool: pool as never, schema }).check?.()).rejects.toMatchObject(
      newer,
    );
    await fresh.drop();
  });
});
