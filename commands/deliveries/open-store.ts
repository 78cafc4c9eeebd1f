import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { openPostgresStore, openSqliteStore, type Store } from "@oipkit/delivery";
import { StoreFailure } from "@oipkit/runtime/stores";
import type { StoreLocation } from "../stores/location.js";

/** Where the store is. */
export interface StoreOptions {
  readonly cwd: string;
  readonly schema: string | undefined;
}

/** Opens an engine's store, which must exist; the caller closes it. Throws `StoreFailure`, which never shows a password. */
export async function openStore(location: StoreLocation, options: StoreOptions): Promise<Store> {
  // SQLite would create it.
  if (isMissing(location, options))
    throw new StoreFailure("store-unreachable", `file ${location.file} does not exist`);
  const store = await storeAt(location, options);
  try {
    await store.db.selectFrom("deliveries").select("sequence").limit(1).execute();
    return store;
  } catch (cause) {
    await store.close().catch(() => {});
    const { code = "", message = "" } = cause as { code?: string; message?: string };
    if (code === "42P01" || /no such table/.test(message))
      throw new StoreFailure(
        "store-not-migrated",
        `${store.place} has no tables of a delivery engine; \`oipkit deliveries migrate --store …\` creates them`,
        { cause },
      );
    throw unusable(store, cause);
  }
}

/** A store that can't be used, with the reason. */
export function unusable({ place }: Pick<Store, "place">, cause: unknown): StoreFailure {
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  return new StoreFailure("store-unreachable", `${place} can't be used: ${message || code}`, { cause });
}

/** Whether a location is a file that isn't there. */
export function isMissing(
  location: StoreLocation,
  { cwd }: Pick<StoreOptions, "cwd">,
): location is StoreLocation & { readonly kind: "sqlite" } {
  return location.kind === "sqlite" && !existsSync(resolve(cwd, location.file));
}

/** A store whose tables nobody has looked at; a missing file is created. Throws `StoreFailure`. */
export async function storeAt(location: StoreLocation, { cwd, schema }: StoreOptions): Promise<Store> {
  if (location.kind === "sqlite") return openSqliteStore({ file: resolve(cwd, location.file) });
  if (location.kind !== "postgres")
    throw new StoreFailure("store-options", `${location.kind} stores have no deliveries`);
  const { connectionString } = location;
  // What isn't an address might be shown with its password.
  if (connectionString !== undefined && !isPostgresUrl(connectionString))
    throw new StoreFailure(
      "store-options",
      "the PostgreSQL URL must look like postgres://user:password@host:port/database",
    );
  return openPostgresStore({ connectionString, schema });
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);
}
