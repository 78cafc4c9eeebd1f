import { resolve } from "node:path";
import { type Inbox, type MigrationResult, type NonceStore, StoreFailure } from "@oipkit/runtime/stores";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/stores/memory";
import { createRedisNonces } from "@oipkit/runtime/stores/redis";
import type { StoreLocation } from "./location.js";

/** How to resolve a store's location. */
export interface OpenOptions {
  /** Folder that relative paths are resolved against. */
  readonly cwd: string;
  /** The PostgreSQL schema. Default: `oipkit`. */
  readonly schema?: string | undefined;
}

/** How to open a nonce store. */
export interface OpenNoncesOptions extends OpenOptions {
  /** Maximum number of nonces in memory. Default: the store's. */
  readonly maxNonces?: number | undefined;
}

/** Opens an inbox and checks that it is usable; the caller closes it. Throws `StoreFailure`. */
export async function openInbox(location: StoreLocation, { cwd, schema }: OpenOptions): Promise<Inbox> {
  return checked(await inboxAt(location, { cwd, schema }));
}

/** The same for whoever only reads, which a standby allows, too. */
export async function openInboxToRead(location: StoreLocation, { cwd, schema }: OpenOptions): Promise<Inbox> {
  const inbox = await inboxAt(location, { cwd, schema });
  const check = (): Promise<void> =>
    inbox.check().catch((failure: unknown) => {
      if (!(failure instanceof StoreFailure && failure.code === "store-unwritable")) throw failure;
    });
  return checked({ ...inbox, check });
}

/** Opens a nonce store and checks that it is usable; the caller closes it. Throws `StoreFailure`. */
export async function openNonces(location: StoreLocation, options: OpenNoncesOptions): Promise<NonceStore> {
  return checked(await noncesAt(location, options));
}

/** Creates or updates the tables of a store. Throws `StoreFailure`. */
export async function migrateStore(
  location: StoreLocation,
  { cwd, schema }: OpenOptions,
): Promise<MigrationResult> {
  switch (location.kind) {
    case "sqlite": {
      const { migrateSqlite } = await import("@oipkit/runtime/stores/sqlite");
      return migrateSqlite({ file: resolve(cwd, location.file) });
    }
    case "postgres": {
      const { migratePostgres } = await import("@oipkit/runtime/stores/postgres");
      return migratePostgres({ connectionString: location.connectionString, schema });
    }
    default:
      throw new StoreFailure("store-options", `${location.kind} stores have no tables`);
  }
}

async function inboxAt(location: StoreLocation, { cwd, schema }: OpenOptions): Promise<Inbox> {
  switch (location.kind) {
    case "memory":
      return createMemoryInbox();
    case "sqlite": {
      const { createSqliteInbox } = await import("@oipkit/runtime/stores/sqlite");
      return createSqliteInbox({ file: resolve(cwd, location.file) });
    }
    case "postgres": {
      const { createPostgresInbox } = await import("@oipkit/runtime/stores/postgres");
      return createPostgresInbox({ connectionString: location.connectionString, schema });
    }
    case "redis":
      throw new StoreFailure("store-options", "Redis can only store nonces");
  }
}

async function noncesAt(
  location: StoreLocation,
  { cwd, schema, maxNonces }: OpenNoncesOptions,
): Promise<NonceStore> {
  switch (location.kind) {
    case "memory":
      return createMemoryNonces({ maxNonces });
    case "sqlite": {
      const { createSqliteNonces } = await import("@oipkit/runtime/stores/sqlite");
      return createSqliteNonces({ file: resolve(cwd, location.file) });
    }
    case "postgres": {
      const { createPostgresNonces } = await import("@oipkit/runtime/stores/postgres");
      return createPostgresNonces({ connectionString: location.connectionString, schema });
    }
    case "redis":
      return openRedis(location.url);
  }
}

async function checked<Store extends Pick<NonceStore, "check" | "close">>(store: Store): Promise<Store> {
  try {
    await store.check?.();
    return store;
  } catch (failure) {
    await store.close?.().catch(() => {});
    throw failure;
  }
}

/** A nonce store at a Redis URL. Its client fails at once while Redis is unavailable, and reconnects by itself. */
export async function openRedis(url: string): Promise<NonceStore> {
  const { createClient } = await import("redis").catch((cause: unknown) => {
    const message = "storing nonces in Redis needs the package `redis`: npm install redis";
    throw new StoreFailure("store-driver-missing", message, { cause });
  });
  const place = storeLocation(url);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 3000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) },
  });
  let first: unknown;
  // Without a listener, the error of a lost connection would end the process.
  client.on("error", (failure) => {
    first ??= failure;
  });
  const failed = new Promise<never>((_, reject) => {
    client.once("error", reject);
  });
  const connecting = client.connect();
  connecting.catch(() => {});
  try {
    await Promise.race([connecting, failed]);
  } catch (cause) {
    client.destroy();
    const reason = first instanceof Error ? first.message || first.name : String(first);
    throw new StoreFailure("store-unreachable", `cannot use ${place}: ${reason}`, { cause });
  }
  failed.catch(() => {});
  const nonces = createRedisNonces({ client });
  return { ...nonces, close: async () => client.destroy() };
}

function storeLocation(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new StoreFailure("store-options", "the Redis URL must look like redis://:password@host:6379/0");
  }
  return `Redis at ${new URL(url).host}`;
}
