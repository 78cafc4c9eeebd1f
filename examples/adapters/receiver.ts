/** The receiver that the examples in this folder connect to their framework. */

import { createMemoryInbox, createMemoryNonces, type Receiver } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";

/** Secrets come from the environment, never from the code. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** In production, use stores in a database: events acknowledged in memory are lost when the process ends. */
export function makeReceiver(env: Environment): Receiver {
  return createReceiver({
    application: { id: env.APPLICATION_ID ?? "app_example", environment: "sandbox" },
    secrets: [env.WEBHOOK_SECRET ?? "", env.WEBHOOK_PREVIOUS_SECRET ?? ""].filter((secret) => secret !== ""),
    verificationToken: env.WEBHOOK_VERIFICATION_TOKEN ?? "",
    encryptKey: env.WEBHOOK_ENCRYPT_KEY,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    // Instead of `fallback`, or in addition: `handlers`, one for each event by name.
    fallback: (event) => console.log(`handled ${event.event_type} ${event.event_id}`),
  });
}
