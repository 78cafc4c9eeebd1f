import { describe, expect, test } from "vitest";
import { openSqliteStore } from "../../../../delivery/index.js";
import {
  openRequestLog,
  openSqlRequestRows,
  type RequestRow,
} from "../../../../platform/sandbox/api/index.js";
import type { AnsweredRequest } from "../../../../platform/sandbox/api/log/log-entry.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { apiPlatform } from "../../../support/platform/sandbox/api/api-platform.js";
import { list, read } from "../../../support/platform/sandbox/api/denial-row.js";

const request = (id: string): AnsweredRequest => ({
  id,
  at: 0,
  realAt: 0,
  durationMs: 1,
  method: "GET",
  path: "/",
  token: undefined,
  environment: "sandbox",
  route: undefined,
  claims: undefined,
  status: 404,
  runs: [],
  command: undefined,
  failure: undefined,
  bodies: { request: "none", answer: { code: "route-unknown" } },
});

describe("the request log", () => {
  test("finds requests by id and by application, status and the check that denied them", async () => {
    const { ask, log, remove } = await apiPlatform();
    const { entry } = await ask(read);
    await ask({ path: "/nothing" });
    remove("approval", "app_1/globex");
    const { entry: denied } = await ask(read);
    const ids = (filter: object) =>
      log.list({ limit: 10, ...filter }).requests.map(({ request_id }) => request_id);
    expect(ids({})).toEqual([denied.request_id, "req_test_2", entry.request_id]);
    expect(ids({ application: "app_1" })).toEqual([denied.request_id, entry.request_id]);
    expect(ids({ status: 403 })).toEqual([denied.request_id]);
    expect(ids({ deniedBy: "organization" })).toEqual([denied.request_id]);
    expect(log.show(entry.request_id)?.checks).toHaveLength(19);
    expect(log.list({ limit: 10 }).requests.map(({ checks }) => checks)).toEqual([[], [], []]);
  });

  test("finds requests by ids, paths and what a check looked at", async () => {
    const { ask, log } = await apiPlatform();
    const { entry } = await ask(read);
    await ask({ path: "/nothing-here" });
    const find = (search: string) =>
      log.list({ limit: 10, search }).requests.map(({ request_id }) => request_id);
    expect(find(entry.request_id)).toEqual([entry.request_id]);
    expect(find("NOTHING-here 404")).toEqual(["req_test_2"]);
    expect(find("globex")).toEqual([entry.request_id]);
    // Names of members aren't searched.
    expect(find("looked_at")).toEqual([]);
    expect(find("denied_by")).toEqual([]);
  });

  test("keeps bodies masked and cut, and forgets the oldest beyond its bound", async () => {
    const log = await openRequestLog({ entries: 3000 });
    const token = "secret-of-the-caller";
    const ask = (id: string, sent: Uint8Array | "unread") =>
      log.add({ ...request(id), token, bodies: { request: sent, answer: { told: token, name: "Ada" } } });
    const json = (value: unknown) => Buffer.from(JSON.stringify(value));
    const secrets = {
      client_secret: "s3cret",
      nested: [{ accessToken: "t0ken" }],
      email: "ada@example.test",
    };
    ask("a", json({ plan_code: "pro", ...secrets, note: "see ?token=abc&x=1" }));
    ask("b", Buffer.from(`client_secret=s3cret&plan=pro&at=${token}`));
    ask("c", json({ long: "x".repeat(20_000) }));
    ask("d", Buffer.from([0xff, 0x00]));
    ask("e", "unread");
    const shown = (id: string) => log.show(id)?.request_body;
    expect(JSON.parse(shown("a")?.text ?? "")).toEqual({
      plan_code: "pro",
      client_secret: "********",
      nested: [{ accessToken: "********" }],
      email: "********",
      note: "see ?token=********&x=1",
    });
    expect(shown("a")?.masked).toEqual(["client_secret", "accessToken", "email", "token"]);
    expect(shown("b")?.text).toBe("client_secret=********&plan=pro&at=********");
    expect(shown("c")).toMatchObject({ state: "kept", bytes: 20_011, truncated: true });
    expect(shown("c")?.text).toHaveLength(16_384);
    expect(shown("d")).toMatchObject({ state: "binary", bytes: 2, text: null });
    expect(shown("e")).toMatchObject({ state: "unread", bytes: null, text: null });
    expect(log.show("a")?.answer_body?.text).toBe('{"told":"********","name":"Ada"}');
    for (let at = 0; at < 600; at++) ask(`more-${at}`, json({ long: "x".repeat(20_000) }));
    expect(shown("a")).toMatchObject({ state: "forgotten", text: null });
    expect(shown("more-599")).toMatchObject({ state: "kept" });
  });

  test("has pages, from the newest to the oldest", async () => {
    const { ask, log } = await apiPlatform();
    for (let at = 0; at < 5; at++) await ask(list);
    const first = log.list({ limit: 2 });
    expect(first.next).toBe("req_test_4");
    const second = log.list({ limit: 2, before: first.next ?? "" });
    expect(second.requests.map(({ request_id }) => request_id)).toEqual(["req_test_3", "req_test_2"]);
    expect(log.list({ limit: 2, before: second.next ?? "" })).toMatchObject({ next: null, requests: [{}] });
    expect(log.list({ limit: 2, before: "req_gone" }).requests).toEqual([]);
  });

  test("keeps what a check looked at then, whatever changes later, and only so many entries", async () => {
    const { ask, log, change } = await apiPlatform({ choices: { logged_requests: 3 } });
    const { entry } = await ask(read);
    change("approval", "app_1/globex", { status: "revoked" });
    const looked = log.show(entry.request_id)?.checks.find(({ name }) => name === "organization")?.looked_at;
    expect(looked).toMatchObject({ organization: "globex", approval: "active" });
    for (let at = 0; at < 3; at++) await ask(read);
    expect(log.show(entry.request_id)).toBeUndefined();
    expect(log.list({ limit: 10 }).requests).toHaveLength(3);
  });

  test("makes its entries later, in batches, and tells listeners of each", async () => {
    const waiting: (() => void)[] = [];
    const batches: string[][] = [];
    const rows = {
      append: async (added: readonly RequestRow[]) => void batches.push(added.map(({ id }) => id)),
      load: async () => [],
    };
    const log = await openRequestLog({ entries: 10, rows, later: (work) => waiting.push(work) });
    const told: string[] = [];
    const stop = log.onEntry(({ request_id }) => told.push(request_id));
    for (const id of ["a", "b", "c"]) log.add(request(id));
    expect([waiting.length, batches.length, told.length]).toEqual([1, 0, 0]);
    waiting[0]?.();
    await log.flush();
    expect([batches, told]).toEqual([[["a", "b", "c"]], ["a", "b", "c"]]);
    stop();
    log.add(request("d"));
    await log.flush();
    expect([batches.at(-1), told.length]).toEqual([["d"], 3]);
  });

  test("survives a restart in the store, with its bound, and goes on if the store fails", async () => {
    const store = await openSqliteStore({ file: ":memory:" });
    afterThisTest(() => store.close());
    const open = async () => openRequestLog({ entries: 250, rows: await openSqlRequestRows(store) });
    const first = await open();
    for (let at = 0; at < 600; at++) first.add(request(`r${at}`));
    await first.flush();
    const second = await open();
    second.add(request("last"));
    await second.flush();
    const third = await open();
    const { requests } = third.list({ limit: 1000 });
    expect(requests).toHaveLength(250);
    expect([requests[0]?.request_id, requests[1]?.request_id]).toEqual(["last", "r599"]);
    await first.reload();
    expect(first.list({ limit: 1 }).requests[0]?.request_id).toBe("last");
    const failures: unknown[] = [];
    const failing = { append: () => Promise.reject(new Error("no disk")), load: async () => [] };
    const log = await openRequestLog({
      entries: 5,
      rows: failing,
      onFailure: (error) => failures.push(error),
    });
    log.add(request("x"));
    await log.flush();
    expect([failures.length, log.show("x")?.request_id]).toEqual([1, "x"]);
  });
});
