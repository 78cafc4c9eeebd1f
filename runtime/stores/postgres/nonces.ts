import { randomUUID } from "node:crypto";
import type { NonceStore } from "../../ports/stores.js";
import { createBatcher } from "../batcher.js";
import { storeKey } from "../stored-text.js";
import { createWriteWatch, isOfContent, reserveWatched } from "../write-watch.js";
import { packColumn, packedText, preparedStatement, queryRows, unpacked, unpackText } from "./client.js";
import { connectionTo, type PostgresOptions } from "./connection.js";
import { assertUsable } from "./migrate.js";

/** Options of the nonce store in PostgreSQL. */
export interface PostgresNoncesOptions extends PostgresOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Maximum number of nonces waiting for a commit; further ones are answered as unavailable. Default: 2000. */
  readonly maxQueued?: number | undefined;
}

/** How often expired nonces are removed, and how many per statement, so that nothing is blocked for long. */
const sweepEveryMs = 60_000;
const sweepLimit = 5000;

/** Nonces in PostgreSQL, shared by any number of processes. Expired ones are removed periodically. */
export function createPostgresNonces(options: PostgresNoncesOptions): NonceStore {
  const { now = Date.now, maxQueued = 2000 } = options;
  const connection = connectionTo(options);
  const { query, schema } = connection;
  const table = `${schema}.nonces`;
  const insertion = preparedStatement(
    "reserve",
    `with fresh as (insert into ${table} as n (key, expires_at)
        select key, expires_at from unnest(${unpacked("$1", "text")}, ${unpacked("$2", "bigint")}) as t (key, expires_at)
        where key is not null and (select set_config('synchronous_commit', 'off', true)) = 'off'
        on conflict (key) do update set expires_at = excluded.expires_at where n.expires_at <= $3 returning key)
      select case when count(*) < $4::int then coalesce(${packedText("key")}, '') end as keys from fresh`,
  );
  let sweptAt = now();

  async function commit(items: readonly { key: string; expiresAt: number }[]): Promise<boolean[]> {
    const first = new Map<string, number>();
    for (const [index, { key }] of items.entries()) if (!first.has(key)) first.set(key, index);
    const keys = [...first.keys()].sort();
    const expiries = keys.map((key) => items[first.get(key) ?? 0]?.expiresAt);
    const values = [packColumn(keys), packColumn(expiries), now(), keys.length];
    const [result] = await queryRows({ query }, insertion, values);
    const reserved = new Set(result?.keys === null ? keys : unpackText(String(result?.keys)));
    return items.map(({ key }, index) => first.get(key) === index && reserved.has(key));
  }

  async function sweep(): Promise<void> {
    try {
      for (let removed = sweepLimit; removed === sweepLimit; ) {
        const result = await query(
          `delete from ${table} where key in (select key from ${table} where expires_at <= $1
            order by expires_at limit $2 for update skip locked)`,
          [now(), sweepLimit],
        );
        removed = result.rowCount ?? 0;
      }
    } catch {
      // A nonce that is removed later has expired all the same.
    }
  }

  const watch = createWriteWatch({
    place: connection.place,
    tryWrite: () =>
      connection.transact(async (client) => {
        const key = `tried ${randomUUID()}`;
        await client.query(`insert into ${table} (key, expires_at) values ($1, 0)`, [key]);
        await client.query(`delete from ${table} where key = $1`, [key]);
      }),
  });
  const reserve = createBatcher({ commit, isOfContent, maxBatch: 200, maxQueued });
  return {
    reserve(application, nonce, expiresAt) {
      if (now() - sweptAt >= sweepEveryMs) {
        sweptAt = now();
        void sweep();
      }
      return reserveWatched(watch, () => reserve({ key: storeKey(application, nonce), expiresAt }));
    },
    async check() {
      await assertUsable(connection);
      await watch.check();
    },
    close: connection.close,
  };
}
