// @needs postgres, redis
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runSuite } from "../../../commands/conform/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { signDelivery } from "../../../runtime/webhook/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";
import { representativeSuite } from "../../support/commands/conform/representative-suite.js";
import { application, credentials, startReceive } from "../../support/commands/receive/running-receive.js";
import { subscriptionEvent } from "../../support/commands/receive/send-event.js";
import { newSchema } from "../../support/receiver/postgres-schema.js";
import { postgresUrl, redisUrl } from "../../support/services/urls.js";

const binding = ["--organization", application.organization, "--product", application.product];
let database: Awaited<ReturnType<typeof newSchema>>;
let flags: readonly string[];
beforeAll(async () => {
  database = await newSchema(postgresUrl);
  flags = [...binding, "--store", postgresUrl, "--schema", database.schema, "--nonces", redisUrl];
});
afterAll(() => database.drop());

it("two receivers share the nonces in Redis", async () => {
  const [first, second] = [await startReceive(flags), await startReceive(flags)];
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

it("oipkit receive conforms on PostgreSQL and Redis", async () => {
  const { url, probeUrl } = await startReceive([...flags, "--probe-port", "0"]);
  const suite = representativeSuite(wholeSuite);
  const subject = { url, probeUrl, application, ...credentials, callbacks: true };
  const report = await runSuite({ suite, ...subject, strict: true });
  expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
  expect(report.conforms).toBe(true);
  expect(report.durability).toEqual({ state: "survived" });
});
