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
  await control.call("createApplication", { body: { name: "Order export", identities: ["application"] } });
  const receiver = createReceiver({
    application: { id: application.id, environment: "sandbox" },
    secrets: [application.signingSecret],
    verificationToken: application.verificationToken,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    fallback: () => {},
  });
  const server = createReceiverServer(receiver, { path: "/webhook" });
  const port = await server.listen({ port: 8081 });
  await connectWebhook(control, { application: application.id, url: `http://127.0.0.1:${port}/webhook` });
  for (const event_type of [
    "oem.subscription.activated.v1",
    "oem.subscription.past_due.v1",
    "oem.subscription.plan_changed.v1",
  ])
    await control.call("triggerEvent", { body: { event_type, application_id: application.id } });
  await askApi(sandbox, application);
  return {
    sandbox,
    control,
    application: application.id,
    async stop() {
      await server.close();
      await receiver.close();
      await sandbox.close();
    },
  };
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
