import { expect, it } from "vitest";
import {
  type ControlClient,
  connectWebhook,
  createControlClient,
  setUpApplication,
} from "../../../platform/sandbox/client.js";
import {
  type ReadySandbox,
  startSandboxProcess,
} from "../../support/platform/sandbox/repeatable/sandbox-process.js";
import {
  type SlowReceiver,
  startSlowReceiver,
} from "../../support/platform/sandbox/repeatable/slow-receiver.js";

const [rounds, buyers] = [Number(process.env.OIPKIT_REPEAT_ROUNDS ?? 2), 4];

/** Asks the API for products, and for a checkout session. */
async function askApi({ environment }: ReadySandbox): Promise<void> {
  const { SERVICE_IDENTITY_ISSUER: issuer, SERVICE_API_BASE: api, CLIENT_ID, CLIENT_SECRET } = environment;
  const form = {
    grant_type: "client_credentials",
    client_id: CLIENT_ID ?? "",
    client_secret: CLIENT_SECRET ?? "",
    resource: "urn:oipkit:sandbox:commerce",
  };
  const answer = await fetch(`${issuer}/token`, { method: "POST", body: new URLSearchParams(form) });
  const { access_token: token } = (await answer.json()) as { readonly access_token: string };
  for (const path of ["products", "subscriptions", "nothing"]) {
    const response = await fetch(`${api}/open-platform/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
  }
}

/** The deeds of a customer, an operator and an integrator; nobody waits for deliveries. */
async function live(control: ControlClient, sandbox: ReadySandbox, urls: readonly string[]): Promise<void> {
  const first = sandbox.environment.APPLICATION_ID ?? "";
  const second = await setUpApplication(control, {
    name: "Second",
    redirectUris: ["http://127.0.0.1:3000/callback"],
  });
  const applications = [first, second.id];
  for (const [index, application] of applications.entries())
    await connectWebhook(control, { application, url: urls[index] ?? "" });
  await askApi(sandbox);
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const { organization_id } = await control.call("createOrganization", {
      body: { name: { en: `Buyer ${buyer}`, zh: `买家 ${buyer}` } },
    });
    for (const application_id of applications) {
      const plan = { application_id, organization_id, product_code: "notes", plan_code: "notes-business" };
      const { checkout_id } = await control.call("startCheckout", { body: plan });
      await control.call("completeCheckout", { path: { checkout_id }, body: { payment: "succeeds" } });
    }
    await askApi(sandbox);
  }
  for (const application_id of applications) {
    const path = { application_id };
    const { event_types } = await control.call("readTestReadiness", { path });
    await control.call("sendTestEvent", { path, body: { event_type: event_types[0] ?? "" } });
  }
  const { subscriptions } = await control.call("listSubscriptions", {});
  const path = { organization_id: subscriptions[0]?.organization_id ?? "" };
  await control.call("advanceOrganizationClock", { path, body: { by: "80d" } });
  await control.call("advanceClock", { body: { by: "40d" } });
  await control.call("advanceOrganizationClock", { path, body: { by: "40d" } });
}

/** All that the sandbox shows of its requests and deliveries. */
async function exported(control: ControlClient): Promise<Readonly<Record<string, string>>> {
  const { requests } = await control.call("listRequests", { query: { limit: 100 } });
  const shown = [];
  for (const { request_id } of requests)
    shown.push(await control.call("readRequest", { path: { request_id } }));
  const { deliveries } = await control.call("listDeliveries", { query: { limit: 100 } });
  const sent = [];
  for (const { delivery_id } of deliveries) {
    const path = { delivery_id };
    sent.push(await control.call("readDelivery", { path }), await control.call("listExchanges", { path }));
  }
  const { entries } = await control.call("listLogEntries", { query: { after: 0, limit: 1000 } });
  const logged = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map(({ number: _, ...rest }) => rest);
  const webhooks = [];
  const { applications } = await control.call("listApplications", {});
  for (const { application_id } of applications)
    webhooks.push(await control.call("readWebhook", { path: { application_id } }));
  const kinds = [...new Set(entries.map(({ kind }) => kind))].sort();
  return {
    requests: JSON.stringify(shown, null, 1),
    deliveries: JSON.stringify(sent, null, 1),
    webhooks: JSON.stringify(webhooks, null, 1),
    ...Object.fromEntries(kinds.map((kind) => [`log of ${kind}`, JSON.stringify(logged(kind), null, 1)])),
  };
}

async function run(
  receivers: readonly SlowReceiver[],
  port: string,
): Promise<Readonly<Record<string, string>>> {
  const settings = ["--store", "memory", "--seed", "repeat", "--frozen", "--at", "2026-01-05T09:30:00Z"];
  const sandbox = await startSandboxProcess("--port", port, "--stamps", "sandbox", ...settings);
  const control = createControlClient({ control: sandbox.control, token: sandbox.token });
  const urls = receivers.map((receiver) => `http://127.0.0.1:${receiver.port}/webhook`);
  await live(control, sandbox, urls);
  const log = await exported(control);
  expect(await sandbox.stop()).toBe(0);
  const taken = receivers.map((receiver) => receiver.take());
  return {
    ...log,
    port: new URL(sandbox.origin).port,
    "received by the first": JSON.stringify(taken[0]),
    "by the second": JSON.stringify(taken[1]),
  };
}

it("repeats every byte with the same seed, clock and calls, however long receivers take", {
  timeout: 240_000,
}, async () => {
  const delayMs = () => Math.random() * 25;
  const receivers = [
    await startSlowReceiver({ delayMs, status: () => 204 }),
    // Renewals are refused twice, so that there are retries.
    await startSlowReceiver({
      delayMs,
      status: ({ headers }, earlier) =>
        `${headers["x-svc-event-type"]}`.includes("activated") && earlier < 2 ? 503 : 204,
    }),
  ];
  const first = await run(receivers, "0");
  expect(JSON.parse(first["by the second"] ?? "").length).toBeGreaterThan(20);
  expect(first.deliveries).toContain('"status": 503');
  for (let round = 1; round < rounds; round += 1) {
    const again = await run(receivers, first.port ?? "");
    for (const [what, text] of Object.entries(first))
      expect(again[what], `${what} of round ${round}`).toBe(text);
  }
});
