import type { NonceStore } from "../../ports/stores.js";
import { createBatcher } from "../batcher.js";
import { storeKey } from "../stored-text.js";
import { createWriteWatch, reserveWatched } from "../write-watch.js";
import { sqliteDatabase } from "./database.js";
import { migrateOnce, type SqliteOptions } from "./migrate.js";

/** Options of the nonce store in SQLite. */
export interface SqliteNoncesOptions extends SqliteOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Nonces in an SQLite file, for the processes of one machine; expired ones are removed as new ones arrive. */
export function createSqliteNonces({ file, now = Date.now }: SqliteNoncesOptions): NonceStore {
  const database = sqliteDatabase(file);
  const ready = migrateOnce(database);
  const watch = createWriteWatch(database);
  const reserve = createBatcher({
    commit: async (items: readonly { key: string; expiresAt: number }[]) => {
      await ready();
      return database.transact(async ({ all }) => {
        await all(
          "delete from nonces where key in (select key from nonces where expires_at <= ? limit 1000)",
          [now()],
        );
        const results: boolean[] = [];
        for (const { key, expiresAt } of items) {
          const rows = await all(
            `insert into nonces (key, expires_at) values (?1, ?2) on conflict (key)
              do update set expires_at = excluded.expires_at where nonces.expires_at <= ?3 returning key`,
            [key, expiresAt, now()],
          );
          results.push(rows.length === 1);
        }
        return results;
      });
    },
    isOfContent: () => false,
    maxBatch: 200,
    maxQueued: 2000,
  });
  return {
    reserve: (application, nonce, expiresAt) =>
      reserveWatched(watch, () => reserve({ key: storeKey(application, nonce), expiresAt })),
    async check() {
      await ready();
      await database.assertWritable();
      await watch.check();
    },
    close: database.close,
  };
}
