// @needs postgres
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSuite } from "../../../commands/conform/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { migratePostgres } from "../../../runtime/stores/postgres/index.js";
import { signDelivery } from "../../../runtime/webhook/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";
import { representativeSuite } from "../../support/commands/conform/representative-suite.js";
import { application, credentials, startReceive } from "../../support/commands/receive/running-receive.js";
import { sendEvent, subscriptionEvent } from "../../support/commands/receive/send-event.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { postgresUrl as connectionString } from "../../support/services/urls.js";

const schema = `receive_${randomUUID().replaceAll("-", "")}`;
const binding = ["--organization", application.organization, "--product", application.product];
const postgres = [...binding, "--store", connectionString, "--schema", schema];

beforeAll(async () => {
  await migratePostgres({ connectionString, schema });
});

afterAll(async () => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
});

/** The ids of the printed events, without those that wait for earlier versions. */
const printed = (stdout: string): string[] =>
  [...stdout.matchAll(/ (evt_\S+) (?!.* waits for )/g)].map((match) => match[1] ?? "");

describe.each([
  ["SQLite", async () => [...binding, "--store", `sqlite:${join(await temporaryFolder(), "inbox.db")}`]],
  ["PostgreSQL", async () => postgres],
])("on %s", (name, flags) => {
  it("oipkit receive continues where it stopped", async () => {
    const args = await flags();
    const resource = `sub_${name}`;
    const first = await startReceive(args);
    for (const version of [1, 3]) {
      expect((await sendEvent(first.url, subscriptionEvent(version, resource)))[0]).toBe(204);
    }
    expect(await first.end("SIGTERM")).toEqual([0, null]);
    expect(printed(first.stdout())).toEqual([`evt_${resource}_1`]);
    const second = await startReceive(args);
    expect((await sendEvent(second.url, subscriptionEvent(1, resource)))[0]).toBe(204);
    expect((await sendEvent(second.url, subscriptionEvent(2, resource)))[0]).toBe(204);
    expect(await second.end("SIGTERM")).toEqual([0, null]);
    expect(printed(second.stdout())).toEqual([`evt_${resource}_2`, `evt_${resource}_3`]);
  });
});

it("two receivers share the nonces in the store", async () => {
  const [first, second] = [await startReceive(postgres), await startReceive(postgres)];
  const event = subscriptionEvent(1, `sub_${randomUUID()}`);
  const { headers, body } = signDelivery({ protocol, ...credentials, event });
  const statuses = await Promise.all(
    [first, second, first, second].map(async ({ url }) => {
      const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
      return response.status;
    }),
  );
  expect(statuses.sort()).toEqual([204, 401, 401, 401]);
});

// On SQLite, conformance.test.ts shows it with the whole suite.
it("oipkit receive conforms on PostgreSQL", async () => {
  const { url, probeUrl } = await startReceive([...postgres, "--probe-port", "0"]);
  const subject = { url, probeUrl, application, ...credentials, callbacks: true };
  const report = await runSuite({ suite: representativeSuite(wholeSuite), ...subject, strict: true });
  expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
  expect(report.conforms).toBe(true);
  expect(report.durability).toEqual({ state: "survived" });
});

it("oipkit receive refuses an unmigrated PostgreSQL and names the command to run", async () => {
  const started = startReceive([...binding, "--store", connectionString, "--schema", "receive_unmigrated"]);
  await expect(started).rejects.toThrow("run `oipkit receiver migrate --store");
});
