/** A receiver that its probe can restart, so that a conformance run sees what survives. */
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createProbe } from "@oipkit/runtime/probe";
import { createSqliteInbox, createSqliteNonces } from "@oipkit/runtime/stores/sqlite";
import type { Receiver } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";

const application = process.env.APPLICATION_ID ?? "app_example";
const file = process.env.INBOX_FILE ?? "inbox.db";
const openStores = () => ({ inbox: createSqliteInbox({ file }), nonces: createSqliteNonces({ file }) });

let stores = openStores();
const probe = createProbe({
  enabled: process.env.OIPKIT_PROBE === "on",
  application,
  ...stores,
  async restart() {
    // As in a crash: without its stores, the receiver can't finish anything.
    await Promise.all([stores.inbox.close(), stores.nonces.close?.()]);
    await receiver.close({ timeoutMs: 0 });
    stores = openStores();
    probe.use(stores);
    receiver = makeReceiver();
  },
});

function makeReceiver(): Receiver {
  const made = createReceiver({
    application: { id: application, environment: "sandbox" },
    secrets: [process.env.WEBHOOK_SECRET ?? ""],
    verificationToken: process.env.WEBHOOK_VERIFICATION_TOKEN ?? "",
    inbox: probe.inbox,
    nonces: probe.nonces,
    logger: probe.logger(false),
    fallback: () => {},
  });
  probe.observe(made);
  return made;
}

let receiver = makeReceiver();
const { listen, close } = createReceiverServer(
  { answer: (request) => receiver.answer(request) },
  { path: "/webhook", others: { "/probe": probe.listener } },
);
const port = await listen({ port: Number(process.env.PORT ?? 8080), host: "127.0.0.1" });
console.log(`listening on http://127.0.0.1:${port}`);
process.once("SIGTERM", async () => {
  await close();
  await receiver.close();
  await Promise.all([stores.inbox.close(), stores.nonces.close?.()]);
});
