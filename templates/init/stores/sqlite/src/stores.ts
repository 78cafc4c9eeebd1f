import { createSqliteInbox, createSqliteNonces } from "@oipkit/runtime/stores/sqlite";
import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";

/** Where events and nonces are kept. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/** Stores in the file `SQLITE_FILE`, whose folder must exist. Throws if they can't be used. */
export async function openStores(env: NodeJS.ProcessEnv): Promise<Stores> {
  const file = env.SQLITE_FILE ?? "receiver.db";
  const inbox = createSqliteInbox({ file });
  const nonces = createSqliteNonces({ file });
  await inbox.check();
  return {
    inbox,
    nonces,
    close: async () => {
      await nonces.close?.();
      await inbox.close();
    },
  };
}
