import type { NonceStore } from "../../ports/nonce-store.js";
import { StoreFailure } from "../../ports/store-failure.js";
import { storeKey } from "../store-key.js";
import { createExpiringSet } from "./expiring-set.js";

/** Options of the nonce store in memory. */
export interface MemoryNoncesOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /**
   * Maximum number of nonces, of all applications together; a full store rejects new ones until others expire. Default:
   * 500,000, which is at most about 100 MB, and 800 deliveries a second for the ten minutes that a nonce is kept.
   */
  readonly maxNonces?: number | undefined;
}

const defaultMaxNonces = 500_000;

/**
 * Nonces in this process's memory: for a single process, lost when it ends. Each takes little room, however long it is.
 * Throws `StoreFailure` (`store-options`) unless `maxNonces` is a whole number above 0. If the store is full, `reserve`
 * throws and `check` rejects with `store-full`: to forget a nonce early would allow its replay.
 */
export function createMemoryNonces(options: MemoryNoncesOptions = {}): NonceStore {
  const { now = Date.now, maxNonces = defaultMaxNonces } = options;
  if (!Number.isSafeInteger(maxNonces) || maxNonces < 1) {
    throw new StoreFailure("store-options", "`maxNonces` must be a whole number of 1 or more");
  }
  const reserved = createExpiringSet(now, maxNonces);
  const full = () => new StoreFailure("store-full", `${maxNonces} nonces are reserved, which is the maximum`);
  return {
    reserve(application, nonce, expiresAt) {
      const result = reserved.add(storeKey(application, nonce), expiresAt);
      if (result === "full") throw full();
      return result === "added";
    },
    async check() {
      if (reserved.isFull()) throw full();
    },
    close: async () => {},
  };
}
