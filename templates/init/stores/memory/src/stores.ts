import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/stores/memory";
import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";

/** Where events and nonces are kept. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/** Stores in memory: acknowledged events are lost with the process, so use a database in production. */
export async function openStores(_env: NodeJS.ProcessEnv): Promise<Stores> {
  return { inbox: createMemoryInbox(), nonces: createMemoryNonces(), close: async () => {} };
}
