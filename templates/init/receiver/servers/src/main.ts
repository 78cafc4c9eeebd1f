import { readConfig } from "./config.ts";
import { createWebhook } from "./receiver.ts";
import { startServer } from "./server.ts";
import { openStores } from "./stores.ts";

const config = readConfig(process.env);
const stores = await openStores(process.env);
const webhook = createWebhook(config, stores);
const server = await startServer(webhook, config);
console.log(`listening on http://${config.host}:${server.port}/webhook`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);

/** Answers the current requests, finishes the running handlers, then closes the stores. */
async function stop(): Promise<void> {
  await server.close();
  await webhook.receiver.close();
  await stores.close();
}
