import { afterEach, expect, it } from "vitest";
import {
  createDelivery,
  createVirtualClock,
  type Delivery,
  type OutgoingRequest,
  openSqliteStore,
  type Store,
} from "../../delivery/index.js";
import { protocol } from "../../generated/events/protocol.js";
import { validateEvent } from "../../generated/validators/events.js";
import { answered, makeEvent, start, type } from "../support/delivery/engine/subject.js";

const application = "app-1";
const [callback] = protocol.callbacks.eventTypes;
let store: Store;
let delivery: Delivery;
afterEach(async () => {
  await delivery.stop();
  await store.close();
});

it("signs events and callbacks with another time than that of its clock", async () => {
  const sent: OutgoingRequest[] = [];
  store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const post = async (request: OutgoingRequest) => {
    sent.push(request);
    return answered(200);
  };
  const record = { id: application, organization: "org-1", environment: "sandbox", active: true };
  delivery = createDelivery({
    protocol,
    validate: validateEvent,
    eventTypes: [type],
    store,
    clock: createVirtualClock(start),
    keyRing: { keys: [{ id: "one", bytes: Buffer.alloc(32, 7) }] },
    directory: {
      application: () => ({ ...record, grantedEventTypes: [type], grantedCallbackTypes: [callback] }),
    },
    transport: { post, close: async () => {} },
    stamp: () => start + 400 * 86_400_000 + 5999,
  });
  await delivery.credentials.ensure(application, { actor: "ada" });
  await store.db
    .insertInto("endpoints")
    .values({
      id: "endpoint-1",
      application,
      organization: "org-1",
      url: "https://app-1.example/hook",
      event_types: JSON.stringify([type]),
      callback_types: JSON.stringify([callback]),
      encrypted: 0,
      state: "active",
      pause_reason: null,
      revision: 1,
      verified_at: start,
      created_at: start,
      updated_at: start,
    })
    .execute();
  await delivery.publish(makeEvent("evt-1"), { application });
  await delivery.runDue();
  const event = { event_id: "call-1", event_type: callback };
  await delivery.callbacks.invoke({ application, type: callback, event });
  const stamps = sent.map(({ headers }) => headers[protocol.headers.timestamp]);
  expect(stamps).toEqual(Array(2).fill(String(start / 1000 + 400 * 86_400 + 5)));
  expect((await delivery.deliveries.list()).deliveries[0]?.createdAt).toBe(start);
});
