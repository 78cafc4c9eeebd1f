import { createPostgresInbox, createPostgresNonces, migratePostgres } from "@oipkit/runtime/stores/postgres";
import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";

/** Where events and nonces are kept. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/** Stores in the database `DATABASE_URL`, whose tables are created or updated first. Throws if they can't be used. */
export async function openStores(env: NodeJS.ProcessEnv): Promise<Stores> {
  const connectionString = env.DATABASE_URL;
  if (!connectionString)
    throw new Error("set DATABASE_URL, such as postgres://user:password@localhost:5432/app");
  await migratePostgres({ connectionString });
  const inbox = createPostgresInbox({ connectionString });
  const nonces = createPostgresNonces({ connectionString });
  return {
    inbox,
    nonces,
    close: async () => {
      await nonces.close?.();
      await inbox.close();
    },
  };
}
