import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDelivery, openSqliteStore } from "@oipkit/delivery";
import { createMemoryInbox, createMemoryNonces, toNodeListener } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { createReceiver, events } from "@oipkit/sdk/events/receiver.js";
import type { AccessContextChanged } from "@oipkit/sdk/events/types.js";
import { validateCallback, validateEvent } from "@oipkit/sdk/validators/events.js";

const id = "app_example";
const actor = "operator@example.com";
const type = "oem.access_context.changed.v1";
// Where the receiver of this program will listen.
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

// The platform: its records, its keys and its database.
const store = await openSqliteStore({ file: process.env.DELIVERY_FILE ?? ":memory:" });
await store.migrate();
const delivery = createDelivery({
  protocol,
  store,
  validate: validateEvent,
  validateCallback,
  eventTypes: events.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : [])),
  directory: {
    application(asked) {
      if (asked !== id) return undefined;
      return {
        id,
        organization: "org_example_owner",
        environment: "sandbox",
        active: true,
        grantedEventTypes: [type],
        grantedCallbackTypes: [],
      };
    },
  },
  // In production: `{ environment: process.env }`, so that credentials can be opened after a restart.
  keyRing: { keys: [{ id: "first", bytes: randomBytes(32) }] },
  // In production: none, so that requests go only to public addresses over HTTPS.
  allowedHosts: [host],
});

// The integrator: gets the credentials and runs a receiver.
const created = await delivery.credentials.ensure(id, { actor });
const findSecret = (kind: string) => created.find((version) => version.kind === kind)?.secret ?? "";
const receiver = createReceiver({
  application: { id, environment: "sandbox" },
  secrets: [findSecret("signing-secret")],
  verificationToken: findSecret("verification-token"),
  inbox: createMemoryInbox(),
  nonces: createMemoryNonces(),
  fallback: (event) => console.log(`received ${event.event_id}`),
});
server.on("request", toNodeListener(receiver));

// A URL is verified before it is saved.
const url = `http://${host}/webhook`;
const test = await delivery.endpoints.test(id, url);
if (!test.verified) throw new Error(`${test.reason}: ${test.remedy}`);
await delivery.endpoints.save({
  application: id,
  url,
  eventTypes: [type],
  proof: test.proof,
  revision: test.revision,
  operationId: "save-1",
  actor,
});

delivery.start();
for (const number of [1, 2, 3]) {
  const outcome = await delivery.publish({ ...accessChanged(number) }, { application: id });
  console.log(outcome.kind === "published" ? `published ${outcome.eventId}` : outcome.reason);
}
await delivery.runDue(); // until everything that is due was attempted
await receiver.drain();

const { deliveries } = await delivery.deliveries.list();
for (const { eventId, state, attempts, status } of deliveries)
  console.log(`${eventId}: ${state} after ${attempts} attempt(s), status ${status}`);

await delivery.stop();
await store.close();
server.close();
server.closeAllConnections();
await receiver.close();

function accessChanged(number: number): AccessContextChanged {
  return {
    event_id: `evt_example_${number}`,
    event_type: type,
    schema_version: "1",
    producer: "example-producer",
    occurred_at: new Date().toISOString(),
    tenant_id: "org_example_buyer",
    resource_id: `mem_example_${number}`,
    resource_version: 1,
    correlation_id: `cor_example_${number}`,
    data: {
      subject_type: "membership",
      subject_id: `mem_example_${number}`,
      organization_id: "org_example_buyer",
      open_platform_application_id: id,
      environment: "sandbox",
      product_code: "example_product",
      access_revision: 1,
    },
  };
}
