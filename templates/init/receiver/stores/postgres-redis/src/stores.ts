import { createPostgresInbox, migratePostgres } from "@oipkit/runtime/stores/postgres";
import { createRedisNonces } from "@oipkit/runtime/stores/redis";
import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";
import type { PoolClient } from "pg";
import { createClient } from "redis";
import { SettingsMissing } from "./config.ts";

/** What `transaction()` of a handler resolves with: `query(sql, values)` of `pg`. */
export type Transaction = PoolClient;

/** Where events and nonces are kept. */
export interface Stores {
  readonly inbox: Inbox<Transaction>;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/**
 * Events in the schema `DATABASE_SCHEMA` of the database `DATABASE_URL`, whose tables are created or updated first, and nonces in `REDIS_URL`. Throws if
 * they can't be used.
 */
export async function openStores(env: NodeJS.ProcessEnv): Promise<Stores> {
  const connectionString = env.DATABASE_URL;
  const url = env.REDIS_URL;
  if (!connectionString)
    throw new SettingsMissing("set DATABASE_URL, such as postgres://user:password@localhost:5432/app");
  if (!url) throw new SettingsMissing("set REDIS_URL, such as redis://localhost:6379");
  const place = { connectionString, schema: env.DATABASE_SCHEMA || undefined };
  await migratePostgres(place);
  // Without the queue, a delivery is answered with 503 at once while Redis is away, and the platform retries it.
  let wasReady = false;
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    // Redis that is away at the start is an error; later it is waited for, up to two seconds between the attempts.
    socket: {
      reconnectStrategy: (attempt) => (wasReady ? Math.min(50 * 2 ** attempt, 2_000) : false),
    },
  });
  redis.on("ready", () => {
    wasReady = true;
  });
  redis.on("error", (error: Error) => console.error(`Redis: ${error.message}`));
  await redis.connect();
  const inbox = createPostgresInbox<PoolClient>(place);
  return {
    inbox,
    nonces: createRedisNonces({ client: redis }),
    close: async () => {
      redis.destroy();
      await inbox.close();
    },
  };
}
