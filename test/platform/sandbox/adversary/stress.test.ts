import { createControlClient } from "@oipkit/sandbox/client";
import { expect, it } from "vitest";
import { events as declared } from "../../../../generated/events/receiver.js";
import { createProbeReader } from "../../../../platform/sandbox/adversary/probe.js";
import { stress } from "../../../../platform/sandbox/adversary/stress.js";
import type { StressReport, StressRun } from "../../../../platform/sandbox/adversary/stress-report.js";
import { type Sandbox, startSandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { createMemoryInbox, type Inbox } from "../../../../runtime/webhook/index.js";
import { afterThisFile, afterThisTest } from "../../../support/clean-up.js";
import {
  probedReceiver,
  type TestedReceiver,
} from "../../../support/platform/sandbox/adversary/probed-receiver.js";
import { registerApplication } from "../../../support/platform/sandbox/receiver.js";

const all = declared.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : []));
const start = Date.UTC(2026, 8, 21, 9);

const begin = () => startSandbox({ clock: { start, frozen: true }, seed: "test" });
/** Of all tests that don't need one as it begins. */
let shared: ReturnType<typeof begin> | undefined;
afterThisFile(async () => (await shared)?.close());
let applications = 0;

async function sharedSandbox() {
  shared ??= begin();
  return await shared;
}

async function newSandbox() {
  const sandbox = await begin();
  afterThisTest(() => sandbox.close());
  return sandbox;
}

/** Stresses a receiver of an application of its own. */
async function stressed(
  run: Partial<StressRun> = {},
  {
    fault = (options) => options,
    eventTypes = all,
    encrypted = false,
    inbox = createMemoryInbox(),
    sandbox: given,
    probeUrl,
  }: Partial<TestedReceiver> & { readonly sandbox?: Sandbox; readonly probeUrl?: string } = {},
): Promise<StressReport> {
  const sandbox = given ?? (await sharedSandbox());
  applications += given === undefined ? 1 : 0;
  const application = given === undefined ? `app_${applications}` : "app";
  await registerApplication(sandbox, application);
  const url = await probedReceiver(sandbox, { application, eventTypes, fault, encrypted, inbox });
  return stress(
    {
      ...sandbox,
      delivery: sandbox.deliveries.engine,
      through: sandbox.deliveries.through,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    {
      application,
      run: { seed: "one", profile: "all", count: 60, ...run },
      probe: createProbeReader({ url: probeUrl ?? url, fetch }),
      patienceMs: 300,
    },
  );
}

it("a generated receiver passes 150 events with everything done to them at once", async () => {
  const report = await stressed({ count: 150 });
  expect(report).toMatchObject({ problems: [], differences: [], undelivered: 0 });
  expect(report.events).toBeGreaterThanOrEqual(150);
  for (const count of Object.values(report.acts)) expect(count).toBeGreaterThan(0);
}, 30_000);

it("a generated receiver passes with encryption, too", async () => {
  const report = await stressed({}, { encrypted: true });
  expect(report).toMatchObject({ problems: [], differences: [], undelivered: 0 });
}, 30_000);

it("finds a receiver that accepts replays", async () => {
  const { problems } = await stressed(
    { profile: "attacks" },
    { fault: (options) => ({ ...options, nonces: { reserve: async () => true } }) },
  );
  expect(problems).toContainEqual(expect.stringMatching(/^a replayed request of .* not 401$/));
}, 30_000);

it("finds a receiver that loses one event that it acknowledged", async () => {
  const lost = createMemoryInbox();
  let count = 0;
  const { differences } = await stressed(
    { profile: "calm" },
    {
      fault: (options) => ({
        ...options,
        inbox: {
          ...options.inbox,
          record: (entry) => {
            count += 1;
            return (count === 20 ? lost : options.inbox).record(entry);
          },
        },
      }),
    },
  );
  expect(differences.filter(({ code }) => code === "event-lost")).toHaveLength(1);
}, 30_000);

it("finds a receiver that takes the version that came last for the newest", async () => {
  const kept = createMemoryInbox();
  const last = new Map<string, number>();
  const inbox: Inbox = {
    ...kept,
    record(entry) {
      if (entry.ordering !== undefined) last.set(entry.ordering.resource, entry.ordering.version);
      return kept.record(entry);
    },
    resources: async (where) =>
      (await kept.resources(where)).map((found) => ({
        ...found,
        version: last.get(String(where?.resource)) ?? 0,
      })),
  };
  const { differences } = await stressed({ profile: "disorder" }, { inbox });
  expect(new Set(differences.map(({ code }) => code))).toEqual(new Set(["version-wrong"]));
}, 30_000);

it("does the same deeds for the same run of a new sandbox, and others for another seed", async () => {
  const first = await stressed({}, { sandbox: await newSandbox() });
  const again = await stressed(first.run, { sandbox: await newSandbox() });
  const other = await stressed({ ...first.run, seed: "two" }, { sandbox: await newSandbox() });
  expect(again.deedsDigest).toBe(first.deedsDigest);
  expect(other.deedsDigest).not.toBe(first.deedsDigest);
}, 30_000);

it("refuses an unknown profile, and an application that gets no events", async () => {
  await expect(stressed({ profile: "none" })).rejects.toMatchObject({ code: "profile-unknown" });
  const silent = { eventTypes: ["oem.support.request_received.v1"], sandbox: await newSandbox() };
  await expect(stressed({}, silent)).rejects.toMatchObject({ code: "stress-silent" });
}, 30_000);

it("refuses an application without an active endpoint, and a probe that isn't one", async () => {
  const sandbox = await sharedSandbox();
  await registerApplication(sandbox, "app_idle");
  const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
  const run = { seed: "one", profile: "calm", count: 1 };
  const body = { run, probe_url: "http://127.0.0.1:1", application_id: "app_idle" };
  const refused = { code: "endpoint-missing", status: 409 };
  await expect(control.call("stress", { body })).rejects.toMatchObject(refused);
  const before = sandbox.clock.now();
  const probeUrl = `${sandbox.origin}/nothing`;
  await expect(stressed({ count: 5 }, { probeUrl })).rejects.toMatchObject({ code: "probe-failed" });
  expect(sandbox.clock.now()).toBe(before);
});

it("stresses one receiver at a time, and ends when the client has gone", async () => {
  const sandbox = await sharedSandbox();
  await registerApplication(sandbox, "app_twice");
  const url = await probedReceiver(sandbox, {
    application: "app_twice",
    eventTypes: all,
    fault: (options) => options,
    encrypted: false,
    inbox: createMemoryInbox(),
  });
  const { control } = sandbox;
  const ask = (signal?: AbortSignal) =>
    fetch(`${control.url}/stress-runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${control.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        run: { seed: "one", profile: "calm", count: 20_000 },
        probe_url: url,
        application_id: "app_twice",
      }),
      ...(signal && { signal }),
    });
  const leaving = new AbortController();
  const first = ask(leaving.signal).catch(() => "gone");
  await expect
    .poll(() => sandbox.world.view.list("subscription", { application: "app_twice" }).length)
    .toBeGreaterThan(0);
  const second = await ask();
  expect([second.status, await second.json()]).toMatchObject([409, { code: "stress-running" }]);
  leaving.abort();
  expect(await first).toBe("gone");
  const silent = { run: { seed: "one", profile: "none", count: 1 }, probe_url: url };
  const again = () =>
    createControlClient({ control: control.url, token: control.token })
      .call("stress", { body: { ...silent, application_id: "app_twice" } })
      .catch(({ code }: { code: string }) => code);
  await expect.poll(again).toBe("profile-unknown");
}, 30_000);
