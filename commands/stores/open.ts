import { resolve } from "node:path";
import type { Inbox, MigrationResult, NonceStore } from "@oipkit/runtime/stores";
import { StoreFailure } from "@oipkit/runtime/stores";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/stores/memory";
import type { StoreLocation } from "./location.js";
import { openRedis } from "./redis.js";

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
