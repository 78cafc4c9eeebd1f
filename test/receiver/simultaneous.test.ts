// @needs postgres, redis
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPostgresInbox } from "../../runtime/stores/postgres/index.js";
import { startReceive } from "../support/commands/receive/running-receive.js";
import { subscriptionEvent } from "../support/commands/receive/send-event.js";
import { newSchema } from "../support/receiver/postgres-schema.js";
import { allRecords, printedIds } from "../support/receiver/records.js";
import { attempt, deliver } from "../support/receiver/sender.js";
import { postgresUrl, redisUrl } from "../support/services/urls.js";

let test: Awaited<ReturnType<typeof newSchema>>;
beforeAll(async () => {
  test = await newSchema(postgresUrl);
});
afterAll(() => test.drop());

it("two receivers on one PostgreSQL and Redis accept a delivery once, and handle an event once", async () => {
  const flags = ["--store", postgresUrl, "--schema", test.schema, "--nonces", redisUrl];
  const receivers = [await startReceive(flags), await startReceive(flags)];
  const url = (index: number): string => receivers[index % 2]?.url ?? "";
  const fifty = Array.from({ length: 50 }, (_, index) => index);

  const resource = `sub_${test.schema}`;
  const copied = attempt(subscriptionEvent(1, resource));
  const ofCopies = await Promise.all(fifty.map((index) => deliver(url(index), copied)));
  expect(ofCopies.sort()).toEqual([204, ...Array.from({ length: 49 }, () => 401)]);

  const event = subscriptionEvent(2, resource);
  const ofAttempts = await Promise.all(fifty.map((index) => deliver(url(index), attempt(event))));
  expect(ofAttempts).toEqual(fifty.map(() => 204));

  for (const { end } of receivers) expect(await end("SIGTERM")).toEqual([0, null]);
  const inbox = createPostgresInbox({ connectionString: postgresUrl, schema: test.schema });
  const records = await allRecords(inbox);
  await inbox.close();
  const ids = [`evt_${resource}_1`, `evt_${resource}_2`];
  expect(records.map(({ eventId, state }) => [eventId, state])).toEqual(ids.map((id) => [id, "handled"]));
  expect(receivers.flatMap(({ stdout }) => printedIds(stdout())).sort()).toEqual(ids);
});
