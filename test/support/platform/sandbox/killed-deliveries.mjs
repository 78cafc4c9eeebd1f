// A sandbox in a process of its own, which is killed: triggers events, which are delivered, and says which were answered.
import { startSandbox } from "@oipkit/sandbox";
import { connectWebhook, createControlClient, setUpApplication } from "@oipkit/sandbox/client";

const { store, url } = JSON.parse(process.argv[2]);
// Nothing that waits for the time to pass would ever happen.
const sandbox = await startSandbox({ ...store, seed: "killed-deliveries", clock: { frozen: true } });
const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
const { applications } = await control.call("listApplications", {});
if (applications.length === 0) {
  const { id } = await setUpApplication(control, { redirectUris: ["http://127.0.0.1:3000/callback"] });
  await connectWebhook(control, { application: id, url });
}
for (;;) {
  const { events } = await control.call("triggerEvent", {
    body: { event_type: "oem.subscription.activated.v1" },
  });
  process.stdout.write(`${JSON.stringify(events)}\n`);
}
