/* A year of a subscription in the sandbox, as the last part of `npm start` prints it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@oipkit/runtime/webhook";
import { startSandbox } from "@oipkit/sandbox";
import { connectWebhook, createControlClient, setUpApplication } from "@oipkit/sandbox/client";
import { createProduct } from "./integration/product.js";

const day = 86_400_000;

/**
 * Starts a sandbox, registers an application, verifies a receiver, buys a plan and lets a year pass. Returns whether the receiver's handlers
 * saw every version of the subscription in order.
 */
export async function sandboxYear(print: (line: string) => void): Promise<boolean> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started = performance.now();
  const sandbox = await startSandbox({ seed: "npm start", clock: { frozen: true } });
  print(`sandbox: ready in ${Math.round(performance.now() - started)} ms, with two issuers, API and control`);
  const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
  const application = await setUpApplication(control, { redirectUris: [`${publicUrl}/callback`] });
  const { permissions } = await control.call("listPermissions", {
    path: { application_id: application.id },
  });
  const products = permissions.map(
    ({ product_code, identity, state }) => `${product_code} (${identity}) ${state}`,
  );
  print(`sandbox: registered ${application.id}; ${products.join(", ")}`);
  const product = createProduct({
    environment: "sandbox",
    issuer: sandbox.issuers.sandbox,
    apiBase: sandbox.apiUrls.sandbox,
    publicUrl,
    application: application.id,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    userClientId: application.userClientId,
    verificationToken: application.verificationToken,
    signingSecrets: [application.signingSecret],
  });
  server.on("request", toNodeListener(product.receiver));
  try {
    const endpoint = await connectWebhook(control, {
      application: application.id,
      url: `${publicUrl}/webhook`,
    });
    print(`sandbox: verified and saved the receiver, ${endpoint.event_types.length} event types`);
    const plan = { organization: application.organization, product: "notes", plan: "notes-team" };
    const operation = await product.buy(plan);
    print(`sandbox: bought ${plan.plan} with the generated client, ${operation}`);
    const { checkouts } = await control.call("listCheckouts", {});
    const checkout_id = checkouts.find((each) => each.operation_id === operation)?.checkout_id ?? "";
    await control.call("completeCheckout", { path: { checkout_id }, body: { payment: "succeeds" } });
    await sandbox.advance(sandbox.clock.now() + 365 * day);
    await product.receiver.drain();
    const [known] = [...product.projection().subscriptions.values()];
    const history = known?.history ?? [];
    print(
      `sandbox: a year later, ${new Date(sandbox.clock.now()).toISOString()}: ${known?.status}, version ${known?.version}`,
    );
    for (const [type, count] of tally(history)) print(`  ${String(count).padStart(3)} × ${type}`);
    const deliveries = await sandbox.deliveries.engine.deliveries.counts();
    print(
      `sandbox: ${deliveries.delivered} deliveries, ${deliveries.failed} failed, in order and without a gap`,
    );
    return history.length > 0 && history.length === known?.version && deliveries.failed === 0;
  } finally {
    server.close();
    server.closeAllConnections();
    await product.receiver.close();
    await sandbox.close();
  }
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
