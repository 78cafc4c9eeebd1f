// A sandbox in a process of its own, which is killed: advances the clock of one organization again and again, and says where it was.
import { startSandbox } from "@oipkit/sandbox";
import { connectWebhook, createControlClient, setUpApplication } from "@oipkit/sandbox/client";

const { store, url } = JSON.parse(process.argv[2]);
const sandbox = await startSandbox({
  ...store,
  seed: "killed-organization-clock",
  clock: { start: Date.UTC(2026, 0, 5), frozen: true },
});
const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
const { subscriptions } = await control.call("listSubscriptions", {});
if (subscriptions.length === 0) {
  const { id } = await setUpApplication(control, { redirectUris: ["http://127.0.0.1:3000/callback"] });
  await connectWebhook(control, { application: id, url });
  for (const organization_id of ["org_acme", "org_acme", "org_acme", "org_lotus"]) {
    const body = { application_id: id, organization_id, product_code: "notes", plan_code: "notes-team" };
    const { checkout_id } = await control.call("startCheckout", { body });
    await control.call("completeCheckout", { path: { checkout_id }, body: { payment: "succeeds" } });
  }
}
for (;;) {
  const { now } = await control.call("advanceOrganizationClock", {
    path: { organization_id: "org_acme" },
    body: { by: "40d" },
  });
  process.stdout.write(`${JSON.stringify(now)}\n`);
}
