import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProbe } from "../../../runtime/probe/index.js";
import { createSqliteInbox, createSqliteNonces } from "../../../runtime/stores/sqlite/index.js";
import { createMemoryInbox, createMemoryNonces, type Logger } from "../../../runtime/webhook/index.js";
import { closeLater } from "../../support/runtime/adapters/running.js";
import { ask, probed } from "../../support/runtime/probe/probed.js";
import { acmeNow, thingEvent } from "../../support/runtime/webhook/acme.js";

const now = (): number => acmeNow;

async function sqliteStores() {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-probe-"));
  const inbox = createSqliteInbox({ file: join(folder, "inbox.db") });
  const nonces = createSqliteNonces({ file: join(folder, "nonces.db"), now });
  closeLater(async () => {
    await inbox.close();
    await nonces.close?.();
    await rm(folder, { recursive: true });
  });
  return { inbox, nonces } as never;
}

const memoryStores = async () => ({
  inbox: createMemoryInbox({ now }),
  nonces: createMemoryNonces({ now }),
});

describe.each([
  ["memory", memoryStores],
  ["SQLite", sqliteStores],
])("a probe of stores in %s", (_name, stores) => {
  it("shows records, versions and gaps", async () => {
    const { probe, deliver } = probed(await stores());
    expect([await deliver(1), await deliver(4)]).toEqual([202, 202]);
    expect(await ask(probe, "/probe/inbox/evt-1")).toEqual([
      200,
      {
        records: [
          {
            event_id: "evt-1",
            event_type: "acme.thing",
            delivery_id: expect.stringMatching(/./),
            correlation_id: "trace-1",
            event: thingEvent(),
            test: false,
          },
        ],
      },
    ]);
    expect(await ask(probe, "/probe/inbox/unknown")).toEqual([200, { records: [] }]);
    expect(await ask(probe, "/probe/resources/thing-1")).toEqual([
      200,
      { applied_version: 1, pending_versions: [4] },
    ]);
  });

  it("makes each store fail separately, and sees the inbox meanwhile", async () => {
    const { probe, deliver } = probed(await stores());
    const put = (faults: object) =>
      ask(probe, "/faults", { method: "PUT", body: JSON.stringify(faults) }).then(([status]) => status);
    expect(await deliver(1)).toBe(202);
    expect(await put({ inbox: true })).toBe(204);
    expect(await deliver(2)).toBe(500);
    expect(await ask(probe, "/inbox/evt-1")).toMatchObject([200, { records: [{ event_id: "evt-1" }] }]);
    expect(await put({ inbox: false, nonce_store: true })).toBe(204);
    expect(await deliver(2)).toBe(500);
    expect(await put({ nonce_store: false })).toBe(204);
    expect(await deliver(2)).toBe(202);
  });

  it("finds a text in the store, and only there", async () => {
    const { probe, deliver } = probed(await stores());
    await deliver(1, { said: 'a "quoted"\n☃' });
    const found = async (needle: string) => ask(probe, `/leaks?needle=${encodeURIComponent(needle)}`);
    expect(await found('a "quoted"\n☃')).toEqual([200, { found: true }]);
    expect(await found("open sesame")).toEqual([200, { found: false }]);
    expect((await found(""))[0]).toBe(400);
  });
});

describe("the log that a probe searches", () => {
  const leaks = (probe: Parameters<typeof ask>[0], needle: string) =>
    ask(probe, `/leaks?needle=${encodeURIComponent(needle)}`);

  it("has what a logger was told, with errors, their causes and own fields", async () => {
    const { probe } = probed();
    const written: string[] = [];
    const logger: Logger = {
      info: (_fields, message) => written.push(`info ${message}`),
      warn: (_fields, message) => written.push(`warn ${message}`),
      error: (_fields, message) => written.push(`error ${message}`),
    };
    const both = probe.logger(logger);
    const circular: Record<string, unknown> = { n: 1n };
    circular.self = circular;
    both.info({ deep: { list: ["needle-1"] }, circular }, "needle-2");
    const cause = Object.assign(new Error("needle-3"), { detail: "needle-4" });
    both.warn({ error: new Error("outer", { cause }) }, "failed");
    const broken = {
      toJSON() {
        throw new Error("broken");
      },
    };
    both.error({ broken }, "needle-5");
    expect(written).toEqual(["info needle-2", "warn failed", "error needle-5"]);
    for (const needle of [1, 2, 3, 4, 5]) {
      expect(await leaks(probe, `needle-${needle}`)).toEqual([200, { found: true }]);
    }
    expect(await leaks(probe, "needle-6")).toEqual([200, { found: false }]);
  });

  it("has what was recorded, and passes on that nothing is logged", async () => {
    const { probe } = probed();
    expect(probe.logger(false)).toBe(false);
    probe.record("first half, ");
    probe.record("second half");
    expect(await leaks(probe, "half, second")).toEqual([200, { found: true }]);
  });

  it("fails with the limit if it was cut, instead of saying that nothing leaked", async () => {
    const { probe } = probed({ maxRecorded: 20 });
    probe.record("kept needle");
    expect(await leaks(probe, "absent")).toEqual([200, { found: false }]);
    probe.record("x".repeat(10));
    probe.record("y");
    expect(await leaks(probe, "kept needle")).toEqual([200, { found: true }]);
    expect(await leaks(probe, "absent")).toMatchObject([
      507,
      { error: expect.stringContaining("`maxRecorded` (20)") },
    ]);
  });
});

describe("a restart by a probe", () => {
  it("is one for simultaneous requests, and shows the stores that it opened", async () => {
    let restarts = 0;
    const stores = await memoryStores();
    const { probe, deliver } = probed({
      ...stores,
      restart: async () => {
        restarts++;
        probe.use(await memoryStores());
      },
    });
    await deliver(1);
    const restart = () => ask(probe, "/probe/restart", { method: "POST" });
    expect(await Promise.all([restart(), restart(), restart()])).toEqual([
      [204, ""],
      [204, ""],
      [204, ""],
    ]);
    expect(restarts).toBe(1);
    expect(await ask(probe, "/inbox/evt-1")).toEqual([200, { records: [] }]);
    expect(await deliver(1)).toBe(202);
    expect(await ask(probe, "/inbox/evt-1")).toMatchObject([200, { records: [{ event_id: "evt-1" }] }]);
  });

  it("answers 404 if the receiver can't be restarted", async () => {
    const { probe } = probed();
    expect((await ask(probe, "/restart", { method: "POST" }))[0]).toBe(404);
  });

  it("answers 500 if it fails, and gives only `onFault` the reason", async () => {
    const faults: unknown[] = [];
    const failure = new Error("postgres://user:password@host refuses");
    const { probe } = probed({
      restart: () => Promise.reject(failure),
      onFault: (fault) => faults.push(fault),
    });
    expect(await ask(probe, "/restart", { method: "POST" })).toEqual([500, { error: "the restart failed" }]);
    expect(faults).toEqual([failure]);
  });
});

describe("createProbe", () => {
  const options = {
    enabled: true,
    application: "app-7",
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
  };

  it.each([
    [{ enabled: "off" }, "`enabled` must be true or false"],
    [{ enabled: undefined }, "`enabled` must be true or false"],
    [{ application: "" }, "`application` is empty"],
    [{ inbox: {} }, "`inbox` isn't an inbox"],
    [{ nonces: {} }, "`nonces` isn't a nonce store"],
    [{ peers: "all" }, "`peers` must be"],
    [{ hosts: ["receiver:8080"] }, "`hosts` must be"],
    [{ maxRecorded: 0 }, "`maxRecorded` must be"],
    [{ enable: true }, "there is no option `enable`; did you mean `enabled`?"],
  ])("refuses %j", (wrong, message) => {
    expect(() => createProbe({ ...options, ...wrong } as never)).toThrow(
      expect.objectContaining({
        code: "probe-misconfigured",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("lets a wrapped store be spread and frozen like the store itself", async () => {
    const inbox = Object.freeze(createMemoryInbox());
    const probe = createProbe({ ...options, inbox });
    await probe.inbox.check();
    const copy = { ...probe.inbox };
    expect(await copy.list()).toEqual([]);
    expect("record" in probe.inbox).toBe(true);
  });
});

describe("a probe that is off", () => {
  it("passes everything through, keeps nothing, and answers 404 to every request", async () => {
    const stores = await memoryStores();
    const { probe, deliver } = probed({ ...stores, enabled: false, restart: async () => {} });
    expect(probe.enabled).toBe(false);
    expect(probe.inbox).toBe(stores.inbox);
    expect(probe.nonces).toBe(stores.nonces);
    const logger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
    expect([probe.logger(logger), probe.logger(), probe.logger(false)]).toEqual([logger, undefined, false]);
    expect(probe.logger(logger)).toBe(logger);
    await deliver(1);
    const requests: [string, RequestInit][] = [
      ["/inbox/evt-1", {}],
      ["/resources/thing-1", {}],
      ["/leaks?needle=evt-1", {}],
      ["/faults", { method: "PUT", body: '{"inbox":true}' }],
      ["/restart", { method: "POST" }],
      ["/", { headers: { origin: "https://evil.example" } }],
    ];
    for (const [path, init] of requests) expect(await ask(probe, path, init as never)).toEqual([404, ""]);
    expect(await deliver(2)).toBe(202);
  });
});
