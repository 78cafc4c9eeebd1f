// @needs own-postgres, own-redis
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPostgresInbox } from "../../runtime/stores/postgres/index.js";
import { startReceive } from "../support/commands/receive/running-receive.js";
import { subscriptionEvent } from "../support/commands/receive/send-event.js";
import { drainLater } from "../support/receiver/drain-later.js";
import { newSchema } from "../support/receiver/postgres-schema.js";
import { allRecords, printedIds } from "../support/receiver/records.js";
import { sendAll } from "../support/receiver/sender.js";
import { ownPostgres } from "../support/services/postgres.js";
import { until } from "../support/services/program.js";
import { ownRedis } from "../support/services/redis.js";
import type { OwnServer } from "../support/services/server.js";

let [postgres, redis]: OwnServer[] = [];
beforeAll(async () => {
  postgres = await ownPostgres();
  redis = await ownRedis();
  await postgres.start();
  await redis.start();
}, 120_000);
afterAll(async () => {
  await redis?.remove();
  await postgres?.remove();
});

const stopped = (server: OwnServer) => ({ begin: server.stop, finish: server.start });
const frozen = (server: OwnServer) => ({
  begin: async () => server.freeze(),
  finish: async () => server.thaw(),
});

it("oipkit receive survives outages of its stores", { timeout: 300_000 }, async () => {
  if (postgres === undefined || redis === undefined) throw new Error("the servers weren't started");
  const { schema } = await newSchema(postgres.url);
  const receiver = await startReceive(["--store", postgres.url, "--schema", schema, "--nonces", redis.url]);

  const accepted: string[] = [];
  const others = new Map<number, number>();
  const unavailable = (): number => others.get(503) ?? 0;
  let count = 0;
  let isOver = false;
  // Each sender repeats an event until it is accepted, then sends the next one.
  const sending = Promise.all(
    Array.from({ length: 8 }, async (_sender, index) => {
      while (!isOver) {
        const event = subscriptionEvent(1, `sub_${index}_${++count}`);
        const queue = [event];
        const { url } = receiver;
        await sendAll({
          queue,
          url,
          senders: 1,
          onAnswer: ({ status }) => {
            if (status === 204) accepted.push(String(event.event_id));
            else others.set(status, (others.get(status) ?? 0) + 1);
            return true;
          },
        });
      }
    }),
  );
  const flowing = async (): Promise<void> => {
    const before = accepted.length;
    await until(() => accepted.length >= before + 50, "acceptance");
  };
  await flowing();
  for (const outage of [stopped(postgres), stopped(redis), frozen(redis), frozen(postgres)]) {
    await outage.begin();
    // A delivery sent before the outage may still be in progress.
    const before = unavailable();
    await until(() => unavailable() >= before + 10, "503");
    const during = accepted.length;
    await until(() => unavailable() >= before + 20, "503");
    expect(accepted).toHaveLength(during);
    await outage.finish();
    await flowing();
  }
  isOver = true;
  await sending;
  // Only 204 and 503, so a sender never gives up on an event.
  expect([...others.keys()]).toEqual([503]);
  expect(await receiver.end("SIGTERM")).toEqual([0, null]);

  const inbox = createPostgresInbox({ connectionString: postgres.url, schema });
  const records = await allRecords(inbox);
  expect(records.map(({ eventId }) => eventId).sort()).toEqual(accepted.sort());
  const handled = new Set([...printedIds(receiver.stdout()), ...(await drainLater(inbox))]);
  await inbox.close();
  expect(accepted.filter((id) => !handled.has(id))).toEqual([]);
});
