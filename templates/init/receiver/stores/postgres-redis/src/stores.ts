import { createPostgresInbox, migratePostgres } from "@oipkit/runtime/stores/postgres";
import { createRedisNonces } from "@oipkit/runtime/stores/redis";
import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";
import { createClient } from "redis";

/** Where events and nonces are kept. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/**
 * Events in the database `DATABASE_URL`, whose tables are created or updated first, and nonces in `REDIS_URL`. Throws if
 * they can't be used.
 */
export async function openStores(env: NodeJS.ProcessEnv): Promise<Stores> {
  const connectionString = env.DATABASE_URL;
  const url = env.REDIS_URL;
  if (!connectionString)
    throw new Error("set DATABASE_URL, such as postgres://user:password@localhost:5432/app");
  if (!url) throw new Error("set REDIS_URL, such as redis://localhost:6379");
  await migratePostgres({ connectionString });
  // Without the queue, a delivery is answered with 503 at once while Redis is away, and the platform retries it.
  const redis = createClient({ url, disableOfflineQueue: true });
  redis.on("error", (error) => console.error("redis:", error));
  await redis.connect();
  const inbox = createPostgresInbox({ connectionString });
  return {
    inbox,
    nonces: createRedisNonces({ client: redis }),
    close: async () => {
      redis.destroy();
      await inbox.close();
    },
  };
}
