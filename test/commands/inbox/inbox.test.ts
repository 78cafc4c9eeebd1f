// @needs postgres
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPostgresInbox } from "../../../runtime/stores/postgres/index.js";
import { createSqliteInbox } from "../../../runtime/stores/sqlite/index.js";
import type { Claim, Inbox } from "../../../runtime/webhook/index.js";
import { runCommand } from "../../support/cli/run-command.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { runnerCommand, unsafe } from "../../support/reader/text/output-characters.js";
import { claimAt, completeAll, entry, versioned } from "../../support/runtime/stores/entries.js";
import { postgresUrl, testSchema } from "../../support/runtime/stores/postgres-schema.js";

let cwd = "";
beforeAll(async () => {
  cwd = await temporaryFolder();
});

/** Records one event of each kind: handled, dead with two events waiting for it, superseded, and not yet due. */
async function fill(inbox: Inbox): Promise<void> {
  await inbox.record(entry("done"));
  for (const version of [1, 2, 4]) await inbox.record(versioned(version, { resource: "sub_1" }));
  const claims = await claimAt(inbox, 1000);
  const of = (id: string): Claim => claims.find(({ record }) => record.eventId === id) as Claim;
  await inbox.complete(of("done"), { now: 1000 });
  await inbox.fail(of("v1"), { now: 1000, error: "TypeError: \u001b[31mno\nplan" });
  await completeAll(inbox, 1000);
  await inbox.record(
    entry("to come", { receivedAt: Date.parse("2020-01-31T12:00:00Z"), eventType: "other" }),
  );
}

describe.each([
  {
    name: "SQLite",
    async open() {
      const file = `${randomBytes(6).toString("hex")}.db`;
      const inbox = createSqliteInbox({ file: `${cwd}/${file}` });
      return { inbox, flags: ["--store", `sqlite:${file}`], drop: () => inbox.close() };
    },
  },
  {
    name: "PostgreSQL",
    async open() {
      const { schema, pool, drop } = await testSchema();
      const inbox = createPostgresInbox({ pool: pool as never, schema });
      return { inbox, flags: ["--store", `postgres:${postgresUrl}`, "--schema", schema], drop };
    },
  },
])("oipkit inbox on $name", ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  const inbox = (...args: string[]) => runCommand(cwd, "inbox", ...args, ...store.flags);
  beforeEach(async () => {
    store = await open();
    await fill(store.inbox);
    return store.drop;
  });

  it("lists the selected events, with control characters escaped", async () => {
    const all = await inbox("list");
    expect(all.exitCode).toBe(0);
    expect(all.out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 5))).toEqual([
      ["handled", "1970-01-01T00:00:01.000Z", "done", "thing.changed"],
      ["dead", "1970-01-01T00:00:01.000Z", "v1", "thing.changed", "sub_1@1"],
      ["waiting", "1970-01-01T00:00:01.000Z", "v2", "thing.changed", "sub_1@2"],
      ["waiting", "1970-01-01T00:00:01.000Z", "v4", "thing.changed", "sub_1@4"],
      ["pending", "2020-01-31T12:00:00.000Z", "to come", "other"],
      [""],
    ]);
    expect(all.out).toContain("sub_1@4  waits for versions 1 (dead), 3 (not received)\n");
    expect(all.out).toContain(String.raw`(1×) TypeError: \x1b[31mno\x0aplan`);
    expect(all.err).toBe("5 shown; in all 1 pending, 2 waiting, 1 dead\n");
    const ids = async (...filters: string[]) =>
      JSON.parse((await inbox("list", "--format", "json", ...filters)).out).records.map(
        ({ eventId }: { eventId: string }) => eventId,
      );
    expect(await ids("--state", "dead,waiting")).toEqual(["v1", "v2", "v4"]);
    expect(await ids("--type", "other")).toEqual(["to come"]);
    expect(await ids("--resource", "sub_1", "--state", "dead")).toEqual(["v1"]);
    expect(await ids("--before", "2020-01-31T12:00:00Z")).toEqual(["done", "v1", "v2", "v4"]);
    expect(await ids("--application", "nobody")).toEqual([]);
    expect((await inbox("list", "--application", "nobody")).exitCode).toBe(1);
  });

  it("lists page by page", async () => {
    const first = JSON.parse((await inbox("list", "--limit", "3", "--format", "json")).out);
    expect(first.records).toHaveLength(3);
    const second = JSON.parse(
      (await inbox("list", "--limit", "3", "--after", String(first.next), "--format", "json")).out,
    );
    expect(second.records.map(({ eventId }: { eventId: string }) => eventId)).toEqual(["v4", "to come"]);
    expect(second.next).toBeNull();
  });

  it("shows all details of an event", async () => {
    const { out, exitCode } = await inbox("show", "v1");
    expect(exitCode).toBe(0);
    expect(out).toContain("state:          dead\n");
    expect(out).toContain("resource:       sub_1@1\n");
    expect(out).toContain(String.raw`last error:     TypeError: \x1b[31mno\x0aplan`);
    expect(out).toContain('{\n  "id": "v1"\n}\n');
    expect(JSON.parse((await inbox("show", "v1", "--format", "json")).out)).toMatchObject([
      { eventId: "v1", state: "dead", event: { id: "v1" }, version: 1, correlationId: null },
    ]);
    expect(await inbox("show", "nothing")).toEqual({
      exitCode: 1,
      out: "",
      err: "event nothing not found\n",
    });
  });

  it("shows nothing that controls a terminal, in either format", async () => {
    const odd = "\u009b31m\u0085\u202eabc\u2066\u2028::error::x ##[error]";
    await store.inbox.record(
      entry("odd", { json: JSON.stringify({ id: "odd", [odd]: odd }), eventType: odd }),
    );
    for (const args of [["show", "odd"], ["show", "odd", "--format", "json"], ["list"]]) {
      const { out } = await inbox(...args);
      expect(out).toContain("error::x");
      expect(out).not.toMatch(unsafe);
      expect(out).not.toMatch(runnerCommand);
    }
    const [shown] = JSON.parse((await inbox("show", "odd", "--format", "json")).out);
    expect(shown).toMatchObject({ eventType: odd, event: { [odd]: odd } });
  });

  it("says what a waiting event waits for", async () => {
    expect((await inbox("show", "v2")).out).toContain(
      "state:          waiting: it waits for version 1 (dead)\n",
    );
    const { records } = JSON.parse((await inbox("list", "--state", "waiting", "--format", "json")).out);
    expect(records.map(({ waitsFor }: { waitsFor: unknown }) => waitsFor)).toEqual([
      [{ from: 1, to: 1, state: "dead" }],
      [
        { from: 1, to: 1, state: "dead" },
        { from: 3, to: 3, state: "missing" },
      ],
    ]);
    const retry = await inbox("retry", "v4");
    expect(retry.err).toContain("v4 is waiting: it waits for versions 1 (dead), 3 (not received); only dead");
    await store.inbox.record(versioned(7, { resource: "sub_2" }));
    await completeAll(store.inbox, 1000);
    expect((await inbox("show", "v7")).out).toContain("it waits for versions 1 to 6 (not received)\n");
    expect(await inbox("purge", "v7")).toMatchObject({ exitCode: 0, out: "1 event purged\n" });
  });

  it("retries dead events: the next receiver handles them and the events that wait for them", async () => {
    expect(await inbox("retry", "--state", "dead")).toEqual({
      exitCode: 0,
      out: "1 event due now\n",
      err: "",
    });
    expect(await completeAll(store.inbox, Date.now())).toEqual(["to come", "v1", "v2"]);
    const again = await inbox("retry", "done");
    expect(again).toMatchObject({ exitCode: 1, out: "0 events due now\n" });
    expect(again.err).toContain("done is handled");
  });

  it("purges handled and dead events, and unblocks their resource", async () => {
    expect(await inbox("purge", "v1", "--format", "json")).toMatchObject({
      exitCode: 0,
      out: '{"purged":1}\n',
    });
    expect(await completeAll(store.inbox, Date.now())).toEqual(["to come", "v2"]);
    expect(await inbox("purge", "--before", "1d")).toMatchObject({ out: "3 events purged\n" });
    expect(await inbox("purge", "--resource", "sub_1")).toMatchObject({ exitCode: 1 });
    expect(await inbox("purge", "--state", "waiting")).toMatchObject({ out: "1 event purged\n" });
    expect((await inbox("list")).exitCode).toBe(1);
  });
});

describe("oipkit inbox", () => {
  it.each([
    [[], "specify an action: list, show, retry, purge"],
    [["list"], "--store STORE is missing: the receiver's store"],
    [["list", "--store", "memory"], "--store must be sqlite:FILE or postgres:URL"],
    [["list", "--store", "mysql://me:hidden@host"], "--store must be sqlite:FILE or postgres:URL"],
    [["list", "--store", "sqlite:no-such.db"], "file no-such.db does not exist"],
    [["list", "--store", "postgres://me:hidden@127.0.0.1:1/db"], "127.0.0.1:1/db can't be used"],
    [["show", "--store", "sqlite:x"], "show EVENT-ID"],
    [["retry", "--store", "sqlite:x"], "an event id, a filter, or --all"],
    [["purge", "a", "b", "--store", "sqlite:x"], "only one event id"],
    [["list", "--store", "sqlite:x", "--state", "lost"], "there is no state `lost`"],
    [["list", "--store", "sqlite:x", "--before", "yesterday"], "--before must be"],
    [["list", "--store", "sqlite:x", "--limit", "0"], "--limit"],
    [["list", "--store", "sqlite:x", "--format", "xml"], "--format must be pretty or json"],
  ])("exits with 2 and says why: %j", async (args, text) => {
    const result = await runCommand(cwd, "inbox", ...args);
    expect(result).toMatchObject({ exitCode: 2, out: "" });
    expect(result.err).toContain(text);
    expect(result.err).not.toContain("hidden");
  });
});

describe("oipkit receiver migrate", () => {
  it("creates the tables, and has nothing to do the second time", async () => {
    const { schema, drop } = await testSchema({ migrated: false });
    afterAll(drop);
    for (const flags of [
      ["--store", "sqlite:migrated.db"],
      ["--store", `postgres:${postgresUrl}`, "--schema", schema],
    ]) {
      const migrate = () => runCommand(cwd, "receiver", "migrate", ...flags);
      expect(await migrate()).toEqual({
        exitCode: 0,
        out: "",
        err: "applied 1, 2; the tables have version 2\n",
      });
      expect(await migrate()).toEqual({
        exitCode: 0,
        out: "",
        err: "nothing to do; the tables have version 2\n",
      });
      expect(await runCommand(cwd, "inbox", "list", ...flags)).toMatchObject({ exitCode: 1, out: "" });
    }
  });

  it.each([
    [["migrate"], "--store STORE is missing: the receiver's store"],
    [["--store", "sqlite:x.db"], "oipkit receiver migrate"],
    [["migrate", "--store", "redis://127.0.0.1"], "--store must be sqlite:FILE or postgres:URL"],
    [["migrate", "--store", "sqlite:no/folder/x.db"], "doesn't exist"],
    [["migrate", "--store", "postgres:me:hidden@host"], "postgres://user:password@host:port/database"],
  ])("exits with 2 and says why: %j", async (args, text) => {
    const result = await runCommand(cwd, "receiver", ...args);
    expect(result).toMatchObject({ exitCode: 2, out: "" });
    expect(result.err).toContain(text);
    expect(result.err).not.toContain("hidden");
  });
});
