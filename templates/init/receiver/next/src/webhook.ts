import { readConfig } from "./config.ts";
import { createWebhook, type Webhook } from "./receiver.ts";
import { openStores } from "./stores.ts";

const shared = globalThis as { webhook?: Promise<Webhook> };

/** The receiver of this process, made when the server starts: `next build` and each route load this module, too. */
export function openWebhook(): Promise<Webhook> {
  shared.webhook ??= open().catch((error: unknown) => {
    delete shared.webhook;
    throw error;
  });
  return shared.webhook;
}

async function open(): Promise<Webhook> {
  const config = readConfig(process.env);
  return createWebhook(config, await openStores(process.env));
}
