import { createDelivery, createTransport, openPostgresStore, openSqliteStore } from "@oipkit/delivery";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { readKeyRing, seal } from "../../../delivery/dist/credentials/key-ring.js";
import { eventType } from "./event.mjs";

/**
 * @typedef {object} Place
 * @property {string} [file] of SQLite
 * @property {string} [connectionString] of PostgreSQL
 * @property {string} [schema]
 *
 * @typedef {object} Task
 * @property {Place} place
 * @property {string} origin where all endpoints are
 * @property {number} endpoints
 * @property {number} [hanging] of them, the first ones, never answer
 * @property {object} [settings]
 */

const keyRing = { keys: [{ id: "bench", bytes: Buffer.alloc(32, 7) }] };
const kinds = ["signing-secret", "verification-token", "encrypt-key"];

/** The application of an endpoint. */
export const applicationOf = (index) => `app_${index}`;

/** An engine that isn't started, on a migrated store. @param {Task} task */
export async function openSubject({ place, origin, endpoints, hanging = 0, settings = {} }) {
  const store = await (place.file === undefined ? openPostgresStore(place) : openSqliteStore(place));
  await store.migrate();
  const failures = [];
  const made = { attempts: 0 };
  const delivery = createDelivery({
    protocol,
    store,
    keyRing,
    settings,
    validate: validateEvent,
    eventTypes: [eventType],
    directory: { application: recordOf },
    // All endpoints have one origin here.
    transport: createTransport({
      allowedHosts: [new URL(origin).host],
      maxConnectionsPerOrigin: settings.concurrency ?? 20_000,
    }),
    observer: {
      onAttempt: () => {
        made.attempts += 1;
      },
      onFailure: (failure) => failures.push(failure),
    },
  });
  return {
    delivery,
    store,
    failures,
    made,
    seed: () => seed(store, { origin, endpoints, hanging }),
  };
}

function recordOf(id) {
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
async function seed({ db }, { origin, endpoints, hanging }) {
  const ring = readKeyRing(keyRing);
  const now = Date.now();
  const all = Array.from({ length: endpoints }, (_, index) => index);
  for (let from = 0; from < endpoints; from += 500) {
    const part = all.slice(from, from + 500);
    await db
      .insertInto("endpoints")
      .values(part.map((index) => endpointRow(index)))
      .execute();
    await db
      .insertInto("credentials")
      .values(part.flatMap((index) => kinds.map((kind) => credentialRow(index, kind))))
      .execute();
  }

  function endpointRow(index) {
    return {
      id: `endpoint_${index}`,
      application: applicationOf(index),
      organization: "organization",
      url: `${origin}/${index < hanging ? "hang" : "ok"}/${index}`,
      event_types: JSON.stringify([eventType]),
      callback_types: "[]",
      encrypted: 0,
      state: "active",
      pause_reason: null,
      revision: 1,
      verified_at: now,
      created_at: now,
      updated_at: now,
    };
  }

  function credentialRow(index, kind) {
    const id = { application: applicationOf(index), kind, version: 1 };
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const { sealed, keyId } = seal(ring, id, { secret: `${kind}-${index}-of-the-benchmark`, iv });
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
}
