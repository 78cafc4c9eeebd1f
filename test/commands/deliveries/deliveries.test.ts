// @needs postgres
import { randomBytes } from "node:crypto";
import { openPostgresStore, openSqliteStore, type Store } from "@oipkit/delivery";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { addDelivery, attemptRow, endpointRow, start } from "../../support/delivery/reading/rows.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { runnerCommand, unsafe } from "../../support/reader/text/output-characters.js";
import { postgresUrl } from "../../support/services/urls.js";

let cwd = "";
const schema = `oipkit_deliveries_${process.pid}`;
beforeAll(async () => {
  cwd = await temporaryFolder();
});
afterAll(async () => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

/** One delivery of each state but `sending`, at two endpoints. */
async function fill(store: Store): Promise<void> {
  await store.migrate();
  for (const table of ["endpoints", "lanes", "events", "deliveries", "attempts", "audit"] as const)
    await store.db.deleteFrom(table).execute();
  for (const app of ["app_1", "app_2"])
    await store.db
      .insertInto("endpoints")
      .values(endpointRow(`ep_${app}`, app))
      .execute();
  const base = { endpoint_id: "ep_app_1", application: "app_1" };
  await addDelivery(store, {
    ...base,
    id: "dlv_ok",
    event_id: "evt_ok",
    state: "delivered",
    attempts: 1,
    status: 204,
    settled_at: start + 5,
  });
  const failed = await addDelivery(store, {
    ...base,
    id: "dlv_lost",
    event_id: "evt_lost",
    state: "failed",
    attempts: 2,
    max_attempts: 2,
    status: 500,
    error: "status-500",
    settled_at: start + 9,
    created_at: start + 1,
  });
  await store.db
    .insertInto("attempts")
    .values([
      attemptRow(failed, 1),
      attemptRow(failed, 2, { status: null, error: "timed-out", answer: null }),
    ])
    .execute();
  await addDelivery(store, {
    endpoint_id: "ep_app_2",
    application: "app_2",
    id: "dlv_wait",
    event_id: "evt_wait",
    created_at: start + 2,
  });
}

describe.each([
  {
    name: "SQLite",
    async open() {
      const file = `${randomBytes(6).toString("hex")}.db`;
      const store = await openSqliteStore({ file: `${cwd}/${file}` });
      return { store, flags: ["--store", `sqlite:${file}`] };
    },
  },
  {
    name: "PostgreSQL",
    async open() {
      const store = await openPostgresStore({ connectionString: postgresUrl, schema });
      return { store, flags: ["--store", postgresUrl, "--schema", schema] };
    },
  },
])("oipkit deliveries on $name", ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>;
  const deliveries = (...args: string[]) => runCommand(cwd, "deliveries", ...args, ...opened.flags);
  beforeEach(async () => {
    opened = await open();
    await fill(opened.store);
    return () => opened.store.close();
  });

  it("lists the selected deliveries, the latest first", async () => {
    const all = await deliveries("list");
    expect(all.exitCode).toBe(0);
    expect(all.out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["pending", "2026-11-23T12:00:00.002Z", "dlv_wait", "evt_wait", "thing.made", "app_2", "0/8"],
      [
        "failed",
        "2026-11-23T12:00:00.001Z",
        "dlv_lost",
        "evt_lost",
        "thing.made",
        "app_1",
        "2/2",
        "500 status-500",
      ],
      ["delivered", "2026-11-23T12:00:00.000Z", "dlv_ok", "evt_ok", "thing.made", "app_1", "1/8", "204"],
      [""],
    ]);
    expect(all.err).toBe("3 shown; in all 1 pending, 1 failed\n");
    const ids = async (...filters: string[]) =>
      JSON.parse((await deliveries("list", "--format", "json", ...filters)).out).deliveries.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids("--state", "failed,pending")).toEqual(["dlv_wait", "dlv_lost"]);
    expect(await ids("--endpoint", "ep_app_1")).toEqual(["dlv_lost", "dlv_ok"]);
    expect(await ids("--event", "evt_ok")).toEqual(["dlv_ok"]);
    expect(await ids("--since", "2026-11-23T12:00:00.002Z")).toEqual(["dlv_wait"]);
    expect(await ids("--kind", "test")).toEqual([]);
    expect((await deliveries("list", "--application", "nobody")).exitCode).toBe(1);
  });

  it("lists page by page", async () => {
    const first = JSON.parse((await deliveries("list", "--limit", "2", "--format", "json")).out);
    expect(first.deliveries).toHaveLength(2);
    const rest = await deliveries("list", "--after", String(first.next), "--format", "json");
    expect(JSON.parse(rest.out)).toMatchObject({ deliveries: [{ id: "dlv_ok" }], next: null });
  });

  it("shows a delivery with its attempts and its event", async () => {
    const { out, exitCode } = await deliveries("show", "dlv_lost");
    expect(exitCode).toBe(0);
    expect(out).toContain("correlation id: cor_evt_lost\n");
    expect(out).toContain("attempts:       2 of 2\n");
    expect(out).toMatch(
      /attempt 1 {2}2026-11-23T12:00:00.001Z {2}12 ms {2}500 status {2}down for a moment\n/,
    );
    expect(out).toMatch(/attempt 2 .* timed-out\n/);
    expect(out).toContain('{\n  "id": "evt_lost"\n}\n');
    expect(JSON.parse((await deliveries("show", "dlv_lost", "--format", "json")).out)).toMatchObject({
      id: "dlv_lost",
      state: "failed",
      event: { id: "evt_lost" },
      dueAt: null,
      log: [
        { number: 1, answer: "down for a moment" },
        { number: 2, status: null },
      ],
    });
    expect(await deliveries("show", "nothing")).toEqual({
      exitCode: 1,
      out: "",
      err: "delivery nothing not found\n",
    });
  });

  it("delivers all again that failed and match", async () => {
    const asked = ["retry", "--state", "failed", "--operation", "op_9", "--actor", "ann"];
    const other = await deliveries(...asked, "--application", "app_2");
    expect([other.exitCode, other.out]).toEqual([1, "0 due now, 0 begun before\n"]);
    const all = await deliveries(...asked, "--since", "2026-11-23");
    expect(all).toEqual({
      exitCode: 0,
      out: "1 due now, 0 begun before\n",
      err: "operation op_9; --operation with it goes on if this is ended\n",
    });
    expect(JSON.parse((await deliveries("show", "dlv_lost", "--format", "json")).out)).toMatchObject({
      state: "pending",
      redeliveries: 1,
    });
  });

  it("removes what was settled before a time, and nothing that waits", async () => {
    const pruned = await deliveries("prune", "--older-than", "2026-11-24");
    expect(pruned).toEqual({
      exitCode: 0,
      out: "removed 2 deliveries, 2 attempts and 2 events\n",
      err: "2 deliveries removed\n",
    });
    const left = JSON.parse((await deliveries("list", "--format", "json")).out);
    expect(left.deliveries.map(({ id }: { id: string }) => id)).toEqual(["dlv_wait"]);
    const none = await deliveries("prune", "--older-than", "2026-11-24", "--format", "json");
    expect(JSON.parse(none.out)).toEqual({ deliveries: 0, attempts: 0, events: 0, identifiers: 0, audit: 0 });
  });

  it("shows nothing that controls a terminal, whatever receivers and platforms have sent", async () => {
    const odd = "\u009b31m\u001b]0;x\u0007\u0085\u202eabc\u2066\u2028\r\n::error::x ##[error]";
    const sequence = await addDelivery(
      opened.store,
      {
        id: odd,
        endpoint_id: "ep_app_2",
        application: "app_2",
        event_id: `${odd}2`,
        state: "failed",
        event_type: odd,
        error: odd,
      },
      { correlation_id: odd, content: JSON.stringify({ [odd]: odd }), trace: odd },
    );
    await opened.store.db
      .insertInto("attempts")
      .values(attemptRow(sequence, 1, { error: odd, answer: odd }))
      .execute();
    await opened.store.db
      .updateTable("endpoints")
      .set({ url: odd, pause_reason: odd, state: "paused" })
      .where("application", "=", "app_2")
      .execute();
    for (const action of [["list"], ["show", odd], ["endpoints"], ["retry", `${odd}2`], ["retry", odd]])
      for (const format of ["pretty", "json"]) {
        const { out, err } = await deliveries(...action, "--format", format);
        expect(out + err).toContain("error::x");
        expect(out + err).not.toMatch(unsafe);
        expect(out).not.toMatch(runnerCommand);
        expect(err).not.toMatch(runnerCommand);
      }
    const shown = JSON.parse((await deliveries("show", odd, "--format", "json")).out);
    expect(shown).toMatchObject({ eventType: odd, event: { [odd]: odd }, log: [{ answer: odd }] });
  });

  it("retries a failed event once, under its own ids", async () => {
    const retry = () => deliveries("retry", "evt_lost", "--operation", "op_1", "--actor", "ada");
    expect(await retry()).toEqual({ exitCode: 0, out: "dlv_lost: due now\n", err: "" });
    expect(await retry()).toMatchObject({ exitCode: 0, out: "dlv_lost: this retry was done before\n" });
    const shown = JSON.parse((await deliveries("show", "dlv_lost", "--format", "json")).out);
    expect(shown).toMatchObject({ state: "pending", attempts: 0, earlierAttempts: 2, redeliveries: 1 });
    const [audited] = await opened.store.db.selectFrom("audit").selectAll().execute();
    expect(audited).toMatchObject({ actor: "ada", application: "app_1", operation_id: "op_1" });
    expect(JSON.parse((await deliveries("retry", "evt_wait", "--format", "json")).out)).toMatchObject({
      kind: "already-pending",
      deliveryId: "dlv_wait",
    });
    expect(await deliveries("retry", "evt_ok")).toMatchObject({ exitCode: 1, out: "" });
    expect((await deliveries("retry", "evt_none")).err).toBe("event evt_none not found\n");
  });

  it("never retries a callback", async () => {
    await opened.store.db.updateTable("deliveries").set({ kind: "callback" }).execute();
    expect(await deliveries("retry", "evt_lost")).toMatchObject({ exitCode: 1, out: "" });
    const shown = JSON.parse((await deliveries("show", "dlv_lost", "--format", "json")).out);
    expect(shown).toMatchObject({ state: "failed", redeliveries: 0 });
  });

  it("pauses and resumes an endpoint", async () => {
    const paused = await deliveries("pause", "app_2", "--reason", "moving");
    expect(paused).toEqual({ exitCode: 0, out: "endpoint ep_app_2 of app_2: paused\n", err: "" });
    const { out } = await deliveries("endpoints");
    expect(out).toMatch(/paused +circuit closed +ep_app_2 +app_2 +\S+ +1 waiting +\(moving\)\n/);
    expect(JSON.parse((await deliveries("resume", "app_2", "--format", "json")).out)).toEqual({
      id: "ep_app_2",
      application: "app_2",
      state: "active",
    });
    expect((await deliveries("pause", "nobody")).exitCode).toBe(1);
    const page = JSON.parse((await deliveries("endpoints", "--limit", "1", "--format", "json")).out);
    expect(page).toMatchObject({ endpoints: [{ id: "ep_app_1", circuit: "closed" }], next: "ep_app_1" });
  });
});

describe("oipkit deliveries", () => {
  it.each([
    [[], "specify an action: list, endpoints, show, retry, pause, resume, prune, migrate"],
    [["list"], "--store STORE is missing: the engine's store"],
    [["list", "--store", "memory"], "--store must be sqlite:FILE or postgres:URL"],
    [["list", "--store", "mysql://me:hidden@host"], "--store must be sqlite:FILE or postgres:URL"],
    [["list", "--store", "sqlite:no-such.db"], "file no-such.db does not exist"],
    [["list", "--store", "postgres://me:hidden@127.0.0.1:1/db"], "127.0.0.1:1/db can't be used"],
    [["list", "--store", "postgres:me:hidden@host"], "must look like postgres://user:password@host"],
    [["list", "--store", postgresUrl, "--schema", "no_such"], "has no tables of a delivery engine"],
    [["show", "--store", "sqlite:x"], "show DELIVERY-ID"],
    [["retry", "--store", "sqlite:x"], "write retry EVENT-ID, or retry --state failed"],
    [["retry", "--state", "failed,pending", "--store", "sqlite:x"], "or retry --state failed"],
    [
      ["retry", "--state", "failed", "--kind", "test", "--store", "sqlite:x"],
      "only events are delivered again",
    ],
    [["prune", "--store", "sqlite:x"], "prune needs --older-than, such as `--older-than 30d`"],
    [["list", "--older-than", "30d", "--store", "sqlite:x"], "prune needs --older-than"],
    [["pause", "--store", "sqlite:x"], "pause APP"],
    [["retry", "evt", "--dry-run", "--store", "sqlite:x"], "--dry-run is for migrate, not for retry"],
    [["migrate", "--store", "postgres://me:hidden@127.0.0.1:1/db"], "127.0.0.1:1/db can't be used"],
    [["list", "x", "--store", "sqlite:x"], "list takes only options"],
    [["show", "a", "b", "--store", "sqlite:x"], "show takes one DELIVERY-ID"],
    [["list", "--store", "sqlite:x", "--state", "lost"], "there is no state `lost`"],
    [["list", "--store", "sqlite:x", "--since", "yesterday"], "--since must be"],
    [["list", "--store", "sqlite:x", "--after", "x"], "--after of `list`"],
    [["list", "--store", "sqlite:x", "--limit", "1001"], "--limit must be a whole number from 1 to 1000"],
  ])("exits with 2 and says why: %j", async (args, text) => {
    const result = await runCommand(cwd, "deliveries", ...args);
    expect(result).toMatchObject({ exitCode: 2, out: "" });
    expect(result.err).toContain(text);
    expect(result.err).not.toContain("hidden");
  });
});
