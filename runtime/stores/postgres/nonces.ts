import type { NonceStore } from "../../webhook/nonce.js";
import { createBatcher } from "../batcher.js";
import { hashedKey } from "../hashed-key.js";
import { rowsOf } from "./client.js";
import { connectionTo, type PostgresOptions } from "./connection.js";
import { isOfContent } from "./errors.js";
import { assertMigrated } from "./migrate.js";

export interface PostgresNoncesOptions extends PostgresOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Nonces that may wait for a commit; one more is answered as unavailable. Default: 2000. */
  readonly maxQueued?: number | undefined;
}

/** How often expired nonces are removed, and how many at once, so that nobody waits for it. */
const sweepEveryMs = 60_000;
const sweepLimit = 5000;

/** Nonces in PostgreSQL, shared by any number of processes. Expired ones are removed now and then. */
export function createPostgresNonces(options: PostgresNoncesOptions): NonceStore {
  const { now = Date.now, maxQueued = 2000 } = options;
  const connection = connectionTo(options);
  const { query, schema } = connection;
  const table = `${schema}.nonces`;
  let sweptAt = now();

  async function commit(items: readonly { key: string; expiresAt: number }[]): Promise<boolean[]> {
    const first = new Map<string, number>();
    for (const [index, { key }] of items.entries()) if (!first.has(key)) first.set(key, index);
    const keys = [...first.keys()].sort();
    const rows = await rowsOf(
      { query },
      `insert into ${table} as n (key, expires_at) select * from unnest($1::text[], $2::bigint[])
          where (select set_config('synchronous_commit', 'off', true)) = 'off'
        on conflict (key) do update set expires_at = excluded.expires_at where n.expires_at <= $3 returning key`,
      [keys, keys.map((key) => items[first.get(key) ?? 0]?.expiresAt), now()],
    );
    const reserved = new Set(rows.map(({ key }) => String(key)));
    return items.map(({ key }, index) => first.get(key) === index && reserved.has(key));
  }

  async function sweep(): Promise<void> {
    await query(
      `delete from ${table} where key in (select key from ${table} where expires_at <= $1
        order by expires_at limit $2 for update skip locked)`,
      [now(), sweepLimit],
    );
  }

  const reserve = createBatcher({ commit, isOfContent, maxBatch: 200, maxQueued });
  return {
    async reserve(application, nonce, expiresAt) {
      const isFresh = await reserve({ key: hashedKey(application, nonce), expiresAt });
      if (now() - sweptAt >= sweepEveryMs) {
        sweptAt = now();
        // Whoever is swept later expires all the same.
        await sweep().catch(() => {});
      }
      return isFresh;
    },
    check: () => assertMigrated(connection),
    close: connection.close,
  };
}
