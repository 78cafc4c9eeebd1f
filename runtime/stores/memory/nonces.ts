import type { NonceStore } from "../../webhook/nonce.js";
import { createExpiringMap } from "./expiring-map.js";
import { pairKey } from "./pair-key.js";

export interface MemoryNoncesOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Nonces in this process's memory: for one process, and gone when it ends. */
export function createMemoryNonces({ now = Date.now }: MemoryNoncesOptions = {}): NonceStore {
  const reserved = createExpiringMap<true>(now);
  return {
    async reserve(application, nonce, expiresAt) {
      const key = pairKey(application, nonce);
      if (reserved.get(key) !== undefined) return false;
      reserved.set(key, true, expiresAt);
      return true;
    },
    check: async () => {},
    close: async () => {},
  };
}
