// @needs postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresInbox, type PooledClient } from "../../../runtime/stores/postgres/index.js";
import { createReceiver, type EventHandler, type JsonObject } from "../../../runtime/webhook/index.js";
import { versioned } from "../../support/runtime/stores/entries.js";
import { type TestSchema, testSchema } from "../../support/runtime/stores/postgres-schema.js";
import {
  acme,
  acmeEvents,
  acmeReceiver,
  credentials,
  validateAcme,
} from "../../support/runtime/webhook/acme.js";

let test: TestSchema;
beforeAll(async () => {
  test = await testSchema();
  await test.sql(
    "create table $schema.applied (at bigint generated always as identity, resource text, version int, by int)",
  );
});
afterAll(() => test.drop());

const soon = { timeout: 30_000, interval: 50 };

/** A receiver as a separate process would create it. */
function start(handler: EventHandler<JsonObject, PooledClient>) {
  const inbox = createPostgresInbox<PooledClient>({ pool: test.pool as never, schema: test.schema });
  const receiver = createReceiver<JsonObject, unknown, PooledClient>({
    protocol: acme,
    events: acmeEvents,
    validate: validateAcme,
    application: { id: "app", environment: "live" },
    ...credentials,
    inbox,
    nonces: { reserve: async () => true },
    fallback: handler,
    random: () => 0.01,
    dispatch: { pollMs: 10, concurrency: 4, leaseMs: 60_000 },
  });
  return { inbox, receiver };
}

describe("two receivers on one PostgreSQL", () => {
  it("share the work, keep the order of each resource, and commit a handler's writes with its record", async () => {
    let calls = 0;
    const handler =
      (by: number): EventHandler<JsonObject, PooledClient> =>
      async (_event, { record, transaction }) => {
        const client = await transaction();
        await client.query(
          `insert into "${test.schema}".applied (resource, version, by) values ($1, $2, $3)`,
          [record.ordering?.resource, record.ordering?.version, by],
        );
        // The writes of a failed attempt must be rolled back.
        if (++calls % 5 === 0) throw new Error("now and then");
      };
    const [first, second] = [start(handler(1)), start(handler(2))];
    const resources = Array.from({ length: 12 }, (_, index) => `r${index}`);
    const versions = [3, 1, 2, 5, 4, 6];
    await Promise.all(
      versions.flatMap((version) =>
        resources.map((resource) =>
          first.inbox.record(
            versioned(version, { resource, eventId: `${resource} ${version}`, receivedAt: 0 }),
          ),
        ),
      ),
    );
    await expect.poll(() => first.inbox.count(), soon).toEqual({ pending: 0, waiting: 0, dead: 0 });
    expect(await first.receiver.close()).toBe(true);
    expect(await second.receiver.close()).toBe(true);
    const applied = await test.sql("select resource, version, by from $schema.applied order by at");
    for (const resource of resources) {
      const own = applied.filter((row) => row.resource === resource).map(({ version }) => version);
      expect(own).toEqual([1, 2, 3, 4, 5, 6]);
    }
    expect(new Set(applied.map(({ by }) => by))).toEqual(new Set([1, 2]));
  });

  it("take over the event of a crashed receiver once its lease has expired", async () => {
    const { schema, pool, sql } = test;
    const inbox = createPostgresInbox({ pool: pool as never, schema });
    await inbox.record(versioned(1, { resource: "crashed", eventId: "crashed", receivedAt: 0 }));
    const now = Date.now();
    const { claims } = await inbox.claim({ application: "app", now, leaseMs: 300, limit: 1 });
    expect(claims).toHaveLength(1);
    const attempts: number[] = [];
    const { receiver } = start((_event, { attempt }) => void attempts.push(attempt));
    await expect.poll(() => attempts, soon).toEqual([2]);
    expect(Date.now()).toBeGreaterThanOrEqual(now + 300);
    await receiver.close();
    expect(await sql("select state from $schema.inbox_events where event_id = 'crashed'")).toEqual([
      { state: "handled" },
    ]);
  });
});

describe("a receiver on PostgreSQL", () => {
  it("closes the connection of a handler that takes too long, which rolls its writes back", async () => {
    const { schema, pool, sql } = test;
    await sql("create table $schema.slow (id text)");
    const inbox = createPostgresInbox<PooledClient>({ pool: pool as never, schema });
    await inbox.record(versioned(1, { resource: "slow", eventId: "slow", receivedAt: 0 }));
    let late: Promise<unknown> = Promise.resolve();
    const { receiver } = acmeReceiver({
      application: { id: "app", environment: "live" },
      inbox: inbox as never,
      fallback: async (_event, { transaction, signal }) => {
        const client = (await transaction()) as PooledClient;
        await client.query(`insert into "${schema}".slow values ('early')`);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await new Promise((resolve) => setImmediate(resolve));
        late = client.query(`insert into "${schema}".slow values ('late')`).catch((failure) => failure);
        await late;
      },
      dispatch: { mode: "manual", timeoutMs: 1500 },
    });
    await receiver.drain();
    await expect.poll(() => late, soon).toBeInstanceOf(Error);
    expect(await sql("select * from $schema.slow")).toEqual([]);
    expect(await inbox.find("app", "slow")).toMatchObject({ state: "pending", attempts: 1 });
  });
});
