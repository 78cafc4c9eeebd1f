import { type NonceStore, StoreFailure } from "../../ports/stores.js";
import { storeKey } from "../stored-text.js";

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

/** Names that expire. Best if expiries increase roughly in order of insertion. */
interface ExpiringSet {
  /**
   * Adds a name until `expiresAt`, in milliseconds since 1970; at that instant it is gone. `exists` if it is already there,
   * `full` if there is no room; neither changes anything.
   */
  readonly add: (name: string, expiresAt: number) => "added" | "exists" | "full";
  /** Whether a new name would find no room. */
  readonly isFull: () => boolean;
  /** Number of names in memory, including expired ones that weren't swept yet. */
  readonly size: () => number;
}

/** How many names a sweep removes at most: more than are added meanwhile, and few enough that nobody waits for it. */
const sweepLimit = 64;

/**
 * An empty set on that clock, for at most `capacity` names. Each call sweeps some names, from the oldest up to the first
 * that hasn't expired.
 */
export function createExpiringSet(now: () => number, capacity: number): ExpiringSet {
  const expiries = new Map<string, number>();
  // Kept between sweeps: a new iterator would first pass over all that was deleted since the map was last rehashed.
  let unswept = expiries.entries();
  let oldest: readonly [string, number] | undefined;

  function nextOldest(): readonly [string, number] | undefined {
    const next = unswept.next();
    if (!next.done) return next.value;
    // An iterator that has ended doesn't see what is added later.
    unswept = expiries.entries();
    return unswept.next().value;
  }

  function sweep(at: number): void {
    for (let removed = 0; removed < sweepLimit; removed++) {
      oldest ??= nextOldest();
      if (oldest === undefined || oldest[1] > at) return;
      expiries.delete(oldest[0]);
      oldest = undefined;
    }
  }

  return {
    add(name, expiresAt) {
      const at = now();
      sweep(at);
      const until = expiries.get(name);
      if (until !== undefined) {
        if (until > at) return "exists";
        // Goes to the end, so that the sweep reaches it last.
        expiries.delete(name);
        if (oldest?.[0] === name) oldest = undefined;
      } else if (expiries.size >= capacity) return "full";
      expiries.set(name, expiresAt);
      return "added";
    },
    isFull() {
      sweep(now());
      return expiries.size >= capacity;
    },
    size: () => expiries.size,
  };
}
