// An engine whose connections to PostgreSQL go silent while it delivers.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createDelivery, openPostgresStore } from "@oipkit/delivery";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { startFreezingProxy } from "./proxy.mjs";

const type = "oem.access_context.changed.v1";
const applicationOf = (number) => `app_frozen_${number}`;

/** The statements after which all connections go silent. The answer of each is lost, and its transaction is open. */
export const moments = {
  "between two statements": undefined,
  "while endpoints are leased": "skip locked",
  "while attempts are recorded": "set_config('synchronous_commit'",
};

/**
 * Publishes deliveries, freezes all connections, and publishes again from a process whose connections work. Returns figures, times in
 * milliseconds since the freeze.
 */
export async function runFreeze({ connectionString, schema, text, ...options }) {
  const { deliveries = 100, applications = 10, deadlineMs, limitMs = 60_000, pool } = options;
  const proxy = await startFreezingProxy(new URL(connectionString));
  const direct = await openPostgresStore({ connectionString, schema });
  await direct.migrate();
  const ownPool = await pool?.(proxy.url);
  const store = await openPostgresStore({
    ...(ownPool === undefined ? { connectionString: proxy.url } : { pool: ownPool }),
    schema,
    deadlineMs,
  });
  const failures = [];
  const key = randomBytes(32);
  const engineOn = (own) =>
    createDelivery({
      protocol,
      store: own,
      validate: validateEvent,
      eventTypes: [type],
      keyRing: { keys: [{ id: "freeze", bytes: key }] },
      directory: { application: (id) => application(id) },
      transport: { post: async () => answer, close: async () => {} },
      observer: { onFailure: (failure) => void failures.push(failure.message) },
    });
  const engine = engineOn(store);
  const publisher = engineOn(direct);
  const publish = async (round) => {
    for (let number = 0; number < deliveries; number++)
      await publisher.publish(event(`evt_frozen_${round}_${number}`, number % applications), {
        application: applicationOf(number % applications),
      });
  };
  const pending = async () => (await publisher.deliveries.counts()).pending;
  const sending = async () => (await publisher.deliveries.counts()).sending;
  const until = async (condition, ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      if (await condition()) return true;
      await delay(20);
    }
    return false;
  };
  try {
    for (let number = 0; number < applications; number++) await addApplication(publisher, direct, number);
    engine.start();
    await publish("before");
    if (!(await until(async () => (await pending()) === 0, limitMs)))
      throw new Error("the engine doesn't deliver before anything is frozen");
    // The pool gets as many connections as it may have.
    const lanes = () => store.db.selectFrom("lanes").selectAll().execute();
    await until(async () => {
      const results = await Promise.allSettled(Array.from({ length: 10 }, lanes));
      return results.every(({ status }) => status === "fulfilled");
    }, limitMs);
    await engine.health.report();
    const trapped = text === undefined ? undefined : proxy.freezeAfter(text);
    const publishing = publish("after");
    const frozen = await (trapped ?? proxy.freeze());
    const frozenAt = performance.now();
    engine.wake();
    const since = () => Math.round(performance.now() - frozenAt);
    const measured = (work) =>
      Promise.race([
        work.then(
          (value) => ({ value, ms: since() }),
          (failure) => ({ failure: failure.message, ms: since() }),
        ),
        delay(limitMs, undefined, { ref: false }).then(() => ({ failure: "no answer", ms: since() })),
      ]);
    const health = measured(engine.health.report());
    const own = measured(engine.publish(event("evt_frozen_own", 0), { application: applicationOf(0) }));
    await publishing;
    const isDone = await until(async () => (await pending()) + (await sending()) === 0, limitMs);
    const doneMs = since();
    const counts = await publisher.deliveries.counts();
    await until(async () => (await measured(engine.health.report())).value?.status === "ok", limitMs);
    return {
      frozen,
      isDone,
      doneMs,
      failures,
      counts,
      health: await health,
      published: await own,
      healthyMs: since(),
    };
  } finally {
    // The server learns that the silent connections are gone.
    await proxy.close();
    await engine.stop({ deadlineMs: 1000 });
    await publisher.stop();
    await store.close();
    await ownPool?.end();
    await direct.db.schema.dropSchema(schema).cascade().execute();
    await direct.close();
  }
}

const answer = {
  kind: "answered",
  status: 204,
  headers: {},
  body: new Uint8Array(),
  truncated: false,
  durationMs: 1,
};

const application = (id) => ({
  id,
  organization: "org_example_owner",
  environment: "sandbox",
  active: true,
  grantedEventTypes: [type],
  grantedCallbackTypes: [],
});

async function addApplication(engine, { db }, number) {
  const id = applicationOf(number);
  await engine.credentials.ensure(id, { actor: "trial" });
  await db
    .insertInto("endpoints")
    .values({
      id: `endpoint_${id}`,
      application: id,
      organization: "org_example_owner",
      url: "https://receiver.example/webhook",
      event_types: JSON.stringify([type]),
      callback_types: "[]",
      encrypted: 0,
      state: "active",
      pause_reason: null,
      revision: 1,
      verified_at: 1,
      created_at: 1,
      updated_at: 1,
    })
    .execute();
}

function event(id, number) {
  const member = `mem_frozen_${id}`;
  return {
    event_id: id,
    event_type: type,
    schema_version: "1",
    producer: "example-producer",
    occurred_at: "2026-02-19T17:00:03.250+08:00",
    tenant_id: "org_example_buyer",
    resource_id: member,
    resource_version: 1,
    correlation_id: `cor_${id}`,
    data: {
      subject_type: "membership",
      subject_id: member,
      organization_id: "org_example_buyer",
      open_platform_application_id: applicationOf(number),
      environment: "sandbox",
      product_code: "example_product",
      access_revision: 1,
    },
  };
}
