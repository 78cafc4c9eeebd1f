import type { NonceStore } from "../../ports/nonce-store.js";
import { createExpiringSet, type ExpiringSet } from "./expiring-set.js";

/** Options of the nonce store in memory. */
export interface MemoryNoncesOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Nonces in this process's memory: for a single process, lost when it ends. */
export function createMemoryNonces({ now = Date.now }: MemoryNoncesOptions = {}): NonceStore {
  const reserved = new Map<string, ExpiringSet>();
  return {
    reserve(application, nonce, expiresAt) {
      let own = reserved.get(application);
      if (own === undefined) {
        own = createExpiringSet(now);
        reserved.set(application, own);
      }
      return own.add(nonce, expiresAt);
    },
    check: async () => {},
    close: async () => {},
  };
}
