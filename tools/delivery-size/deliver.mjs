import { randomBytes } from "node:crypto";
import { createDelivery } from "@oipkit/delivery";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { readKeyRing, seal } from "../../delivery/dist/credentials/key-ring.js";

const eventType = "oem.access_context.changed.v1";
const keyRing = { keys: [{ id: "size", bytes: Buffer.alloc(32, 7) }] };
const kinds = ["signing-secret", "verification-token", "encrypt-key"];

/** Publishes in transactions of 500 events, and delivers each round before the next; awaits `onRound`. Returns processor time in milliseconds. */
export async function deliverEvents(store, { deliveries, endpoints, round }, onRound) {
  let fail;
  const failed = new Promise((_, reject) => {
    fail = reject;
  });
  const delivery = openEngine(store, fail);
  const targets = await seed(store, endpoints);
  const cpu = { publishMs: 0, deliverMs: 0 };
  delivery.start();
  for (let from = 0; from < deliveries; from += round) {
    const before = process.cpuUsage();
    for (let at = from; at < Math.min(deliveries, from + round); at += 500)
      await publish(delivery, targets, { from: at, to: Math.min(deliveries, from + round, at + 500) });
    const published = process.cpuUsage();
    await Promise.race([delivery.runDue(), failed]);
    cpu.publishMs += milliseconds(published) - milliseconds(before);
    cpu.deliverMs += milliseconds(process.cpuUsage()) - milliseconds(published);
    await onRound();
  }
  await delivery.stop();
  const { delivered } = await store.db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll().as("delivered"))
    .where("state", "=", "delivered")
    .executeTakeFirstOrThrow();
  if (Number(delivered) !== deliveries)
    throw new Error(`${delivered} of ${deliveries} deliveries are delivered`);
  return cpu;
}

function milliseconds({ user, system }) {
  return (user + system) / 1000;
}

async function publish(delivery, targets, { from, to }) {
  const publications = [];
  for (let number = from; number < to; number++) {
    const { application } = targets[number % targets.length];
    publications.push({ application, event: newEvent(application) });
  }
  const outcomes = await delivery.publishAll(publications);
  const other = outcomes.find(({ kind }) => kind !== "published");
  if (other !== undefined) throw other.error ?? new Error(`an event wasn't published: ${other.reason}`);
}

const randomId = (prefix, bytes) => `${prefix}_${randomBytes(bytes).toString("hex")}`;

/** An event of some 560 bytes, with ids as platforms make them: what is random in it can't be compressed. */
function newEvent(application) {
  const member = randomId("mem", 8);
  const organization = randomId("org", 8);
  const version = 1 + Math.floor(Math.random() * 1000);
  return {
    event_id: randomId("evt", 12),
    event_type: eventType,
    schema_version: "1",
    producer: "example-producer",
    occurred_at: new Date().toISOString(),
    tenant_id: organization,
    resource_id: member,
    resource_version: version,
    correlation_id: randomId("cor", 8),
    data: {
      subject_type: "membership",
      subject_id: member,
      organization_id: organization,
      open_platform_application_id: application,
      environment: "sandbox",
      product_code: "example_product",
      access_revision: version,
    },
  };
}

const answer = { kind: "answered", status: 204, headers: {}, body: Buffer.alloc(0), truncated: false };

function openEngine(store, onFailure) {
  return createDelivery({
    protocol,
    store,
    keyRing,
    validate: validateEvent,
    eventTypes: [eventType],
    directory: { application: applicationRecord },
    transport: {
      post: () => new Promise((resolve) => setImmediate(resolve, { ...answer, durationMs: 1 })),
      close: async () => {},
    },
    observer: { onFailure },
  });
}

function applicationRecord(id) {
  return {
    id,
    organization: "organization",
    environment: "sandbox",
    active: true,
    grantedEventTypes: [eventType],
    grantedCallbackTypes: [],
  };
}

/** Writes verified endpoints with their credentials. */
async function seed({ db }, endpoints) {
  const ring = readKeyRing(keyRing);
  const now = Date.now();
  const targets = Array.from({ length: endpoints }, (_, index) => ({
    id: `ep_${randomBytes(16).toString("base64url")}`,
    application: `app_${randomBytes(8).toString("hex")}`,
    index,
  }));
  for (const { id, application, index } of targets) {
    await db
      .insertInto("endpoints")
      .values({
        id,
        application,
        organization: "organization",
        url: `https://example.com/${index}`,
        event_types: JSON.stringify([eventType]),
        callback_types: "[]",
        encrypted: 0,
        state: "active",
        pause_reason: null,
        revision: 1,
        verified_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const credentials = kinds.map((kind) => credentialRow(ring, { application, kind, now }));
    await db.insertInto("credentials").values(credentials).execute();
  }
  return targets;
}

function credentialRow(ring, { application, kind, now }) {
  const id = { application, kind, version: 1 };
  const { sealed, keyId } = seal(ring, id, { secret: `${kind} of ${application}`, iv: randomBytes(12) });
  return {
    ...id,
    state: "active",
    sealed,
    key_id: keyId,
    operation_id: null,
    created_at: now,
    activated_at: now,
    delivered_at: now,
  };
}
