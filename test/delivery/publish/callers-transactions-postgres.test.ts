// @needs postgres
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import {
  createOperator,
  type Delivery,
  openPostgresStore,
  type Store,
  systemClock,
} from "../../../delivery/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { addEndpoint, deliveryOn } from "../../support/delivery/delivery-on.js";
import { makeEvent } from "../../support/delivery/engine/subject.js";
import { postgresUrl } from "../../support/services/urls.js";

/** Whoever waits longer for a lock waits for somebody's commit. */
const longestWaitMs = 3000;

const url = new URL(postgresUrl);
url.searchParams.set("options", `-c lock_timeout=${longestWaitMs}`);
const pool = new pg.Pool({ connectionString: url.href, max: 24 });
const schemas: string[] = [];
afterAll(async () => {
  for (const schema of schemas) await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

async function engineFor(applications: readonly string[]): Promise<{ store: Store; delivery: Delivery }> {
  const schema = `oipkit_callers_${process.pid}_${schemas.length}`;
  schemas.push(schema);
  const store = await openPostgresStore({ pool, schema });
  await store.migrate();
  const delivery = deliveryOn(store);
  afterThisTest(() => delivery.stop());
  for (const application of applications) await addEndpoint(delivery, store, application);
  return { store, delivery };
}

async function begun(): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query("begin");
  return client;
}

async function end(client: pg.PoolClient, how: "commit" | "rollback"): Promise<void> {
  await client.query(how);
  client.release();
}

it.each(["has never been published to", "is idle"])(
  "publishes to an endpoint that %s while another transaction that did so is open",
  async (state) => {
    const { delivery } = await engineFor(["app-0", "app-1"]);
    const publish = (id: string, application: string, transaction?: pg.PoolClient) =>
      delivery.publish(makeEvent(id, application), { application, transaction });
    if (state === "is idle") {
      for (const application of ["app-0", "app-1"]) await publish(`first-${application}`, application);
      await delivery.runDue();
    }
    const [a, b] = [await begun(), await begun()];
    await publish("a-0", "app-0", a);
    await publish("b-1", "app-1", b);
    await publish("a-1", "app-1", a);
    await publish("b-0", "app-0", b);
    await publish("own", "app-0");
    await end(b, "commit");
    await delivery.runDue();
    const delivered = async () => {
      const { deliveries } = await delivery.deliveries.list({ states: ["delivered"] });
      return deliveries.map(({ eventId }) => eventId).filter((id) => !id.startsWith("first"));
    };
    expect((await delivered()).sort()).toEqual(["b-0", "b-1", "own"]);
    await end(a, "commit");
    await delivery.runDue();
    expect((await delivered()).sort()).toEqual(["a-0", "a-1", "b-0", "b-1", "own"]);
  },
);

it("delivers what a transaction published that was open while its endpoints became idle", async () => {
  const { delivery, store } = await engineFor(["app-0"]);
  const publish = (id: string, transaction?: pg.PoolClient) =>
    delivery.publish(makeEvent(id, "app-0"), { application: "app-0", transaction });
  for (const [index, isolation] of ["read committed", "repeatable read", "serializable"].entries()) {
    await publish(`before-${index}`);
    await delivery.runDue();
    // An engine is about to look at the endpoint, which is what the transaction goes on seeing under the stricter levels.
    await store.db.updateTable("lanes").set({ ready_at: Date.now() }).execute();
    const client = await begun();
    await client.query(`set transaction isolation level ${isolation}`);
    await client.query("select 1 from pg_class limit 1");
    await delivery.runDue();
    await publish(`within-${index}`, client);
    await delivery.runDue();
    await end(client, "commit");
    await delivery.runDue();
    expect(await delivery.deliveries.counts(), isolation).toMatchObject({ pending: 0, sending: 0 });
  }
});

it("publishes to an endpoint that somebody revokes meanwhile, who waits for an open publication", async () => {
  const { delivery } = await engineFor(["app-0", "app-1"]);
  const publish = (id: string, application: string, transaction: pg.PoolClient) =>
    delivery.publish(makeEvent(id, application), { application, transaction });
  const [a, b] = [await begun(), await begun()];
  await publish("a-0", "app-0", a);
  await publish("b-1", "app-1", b);
  const revoked = ["app-0", "app-1"].map((id) => delivery.endpoints.revoke(id, "test"));
  const isWaiting = async () =>
    (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount;
  await expect.poll(isWaiting).toBeGreaterThan(0);
  await Promise.all([publish("a-1", "app-1", a), publish("b-0", "app-0", b)]);
  await end(a, "commit");
  await end(b, "commit");
  await Promise.all(revoked);
  expect(await delivery.deliveries.counts()).toMatchObject({ pending: 0, cancelled: 4 });
});

/** A transaction of a platform with many tenants: where it publishes, in which order, and how it ends. */
const transaction = fc.record({
  targets: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 }),
  pauses: fc.array(fc.nat({ max: 15 }), { minLength: 6, maxLength: 6 }),
  end: fc.constantFrom("commit" as const, "commit" as const, "commit" as const, "rollback" as const),
});

it("lets transactions of many tenants publish in any order without a deadlock, and delivers what they commit", async () => {
  const applications = ["app-0", "app-1", "app-2", "app-3", "app-4", "app-5"];
  const { store, delivery } = await engineFor(applications);
  const engines = [deliveryOn(store), deliveryOn(store)];
  for (const engine of engines) {
    engine.start();
    afterThisTest(() => engine.stop());
  }
  const failures: unknown[] = [];
  let committed = 0;
  let number = 0;
  const worker = async (
    transactions: readonly (typeof transaction extends fc.Arbitrary<infer T> ? T : never)[],
  ) => {
    for (const { targets, pauses, end: how } of transactions) {
      const client = await begun();
      try {
        for (const [index, target] of targets.entries()) {
          number += 1;
          const application = applications[target] as string;
          await delivery.publish(makeEvent(`evt-${number}`, application), {
            application,
            transaction: client,
          });
          await delay(pauses[index]);
        }
        await client.query(how);
        if (how === "commit") committed += targets.length;
      } catch (failure) {
        failures.push(failure);
        await client.query("rollback");
      }
      client.release();
      engines[0]?.wake();
    }
  };
  const workers = fc.sample(fc.array(transaction, { minLength: 15, maxLength: 15 }), 12);
  await Promise.all(workers.map(worker));
  expect(failures).toEqual([]);
  // Before the engines look at idle lanes by themselves.
  await expect
    .poll(() => delivery.deliveries.counts(), { timeout: 20_000 })
    .toMatchObject({ pending: 0, sending: 0, delivered: committed });
  expect(committed).toBeGreaterThan(100);
});

it("keeps the content of an event that is published again while it is being removed", async () => {
  const { store, delivery } = await engineFor(["app-0"]);
  const publish = (transaction?: pg.PoolClient) =>
    delivery.publish(makeEvent("evt", "app-0"), { application: "app-0", transaction });
  const first = await publish();
  await store.db
    .updateTable("deliveries")
    .set({ state: "delivered", settled_at: 1, created_at: 1 })
    .execute();
  const operator = createOperator({ store, clock: systemClock });
  const client = await begun();
  expect(await publish(client)).toEqual({ ...first, isRepeated: true });
  // Held by the publication, it is left for the next time, and nobody waits.
  expect(await operator.prune({ before: 10 })).toMatchObject({ deliveries: 0, events: 0 });
  await end(client, "commit");

  // Removed by a transaction that hasn't committed yet: the publication waits for it, and then knows the first outcome.
  const removing = await begun();
  const schema = schemas.at(-1);
  await removing.query(`delete from ${schema}.deliveries`);
  await removing.query(`delete from ${schema}.events`);
  const again = publish();
  await waitUntilBlocked();
  await end(removing, "commit");
  expect(await again).toMatchObject({ kind: "published", isRepeated: false });
  expect(await store.db.selectFrom("events").select("event_id").execute()).toEqual([{ event_id: "evt" }]);
});

async function waitUntilBlocked(): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  for (;;) {
    const { rows } = await pool.query(
      "select from pg_locks where not granted and pid in (select pid from pg_stat_activity where query like '%events%')",
    );
    if (rows.length > 0) return;
    if (Date.now() > deadline) throw new Error("nobody waits for the transaction");
    await delay(10);
  }
}
