import { setTimeout } from "node:timers/promises";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { connectWebhook, createControlClient, setUpApplication } from "@oipkit/sandbox/client";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { startSandbox } from "oipkit/sandbox";

/** A sandbox with an application, a receiver that sometimes fails, subscriptions, deliveries and requests: what its pages show. */
export async function populate() {
  const sandbox = await startSandbox({
    seed: "pictures",
    clock: { start: Date.parse("2026-03-02T09:30:00Z") },
  });
  const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
  const application = await setUpApplication(control, {
    name: "Notes connector",
    redirectUris: ["https://notes.example.com/callback"],
  });
  const stopReceiver = await receive(control, application, 8081);
  for (const event_type of [
    "oem.subscription.activated.v1",
    "oem.subscription.past_due.v1",
    "oem.subscription.plan_changed.v1",
  ])
    await control.call("triggerEvent", { body: { event_type, application_id: application.id } });
  await askApi(sandbox, application);
  const failing = await setUpApplication(control, {
    name: "Order export",
    redirectUris: ["https://orders.example.com/callback"],
  });
  const stopFailing = await receive(control, failing, 8082);
  await failAfterRotation(control, failing.id);
  return {
    sandbox,
    control,
    application: application.id,
    failing: failing.id,
    async stop() {
      await stopReceiver();
      await stopFailing();
      await sandbox.close();
    },
  };
}

/** Connects a receiver that accepts one secret. Resolves to what stops it. */
async function receive(control, { id, signingSecret, verificationToken }, wanted) {
  const receiver = createReceiver({
    application: { id, environment: "sandbox" },
    secrets: [signingSecret],
    verificationToken,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    fallback: () => {},
  });
  const server = createReceiverServer(receiver, { path: "/webhook" });
  const port = await server.listen({ port: wanted });
  await connectWebhook(control, { application: id, url: `http://127.0.0.1:${port}/webhook` });
  return async () => {
    await server.close();
    await receiver.close();
  };
}

/** Events that arrive, a rotation that the receiver isn't told, and events that it refuses until they fail for good. */
async function failAfterRotation(control, application_id) {
  const event_type = "oem.subscription.created.v1";
  const trigger = () => control.call("triggerEvent", { body: { event_type, application_id } });
  await trigger();
  await deliveriesBecome(control, { query: { application_id, state: "delivered" }, count: 1 });
  await control.call("advanceClock", { body: { by: "12m" } });
  await control.call("rotateCredential", {
    path: { application_id, kind: "signing-secret" },
    body: { operation_id: "rotation-of-pictures" },
  });
  for (let count = 0; count < 3; count += 1) await trigger();
  await deliveriesBecome(control, { query: { application_id, state: "failed" }, count: 6, by: "16m" });
}

/** Waits until deliveries are in a state, and lets the sandbox's time pass by `by`. */
async function deliveriesBecome(control, { query, count, by }) {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { deliveries } = await control.call("listDeliveries", { query });
    if (deliveries.length >= count) return;
    if (performance.now() > deadline) throw new Error(`${deliveries.length} of ${count} are ${query.state}`);
    if (by !== undefined) await control.call("advanceClock", { body: { by } });
    await setTimeout(50);
  }
}

/** Some calls that are answered, and some that are denied. */
async function askApi(sandbox, { clientId, clientSecret }) {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    resource: "urn:oipkit:sandbox:commerce",
  });
  const answer = await fetch(`${sandbox.issuers.sandbox}/token`, { method: "POST", body: form });
  const { access_token } = await answer.json();
  const paths = [
    "products",
    "subscriptions",
    "subscriptions/sub_unknown",
    "operations/op_unknown",
    "products",
  ];
  for (const [index, path] of paths.entries())
    await fetch(`${sandbox.apiUrls.sandbox}/open-platform/v1/${path}`, {
      headers: { authorization: index === 4 ? "Bearer broken" : `Bearer ${access_token}` },
    });
}
