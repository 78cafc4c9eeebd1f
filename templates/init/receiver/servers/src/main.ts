import { readConfig } from "./config.ts";
import { createWebhook } from "./receiver.ts";
import { startServer } from "./server.ts";
import { openStores } from "./stores.ts";

start().catch((error: NodeJS.ErrnoException) => {
  // What has a code is about the surroundings: settings, a store, the port. Anything else is about the program.
  if (error.code === undefined) console.error(error);
  else console.error(`the receiver can't start: ${error.message}${remedy(error.code)}`);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const stores = await openStores(process.env);
  const webhook = createWebhook(config, stores);
  const server = await startServer(webhook, config);
  console.log(`listening on http://${config.host}:${server.port}/webhook`);

  // Answers the current requests, finishes the running handlers, then closes the stores.
  const stop = async (): Promise<void> => {
    await server.close();
    await webhook.receiver.close();
    await stores.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

function remedy(code: string): string {
  if (code === "EADDRINUSE") return "; stop what listens there, or set another PORT";
  return "";
}
