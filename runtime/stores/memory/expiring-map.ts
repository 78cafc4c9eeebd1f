/** A map whose entries vanish at their time. Meant for expiries that grow with the order of insertion, more or less. */
export interface ExpiringMap<Value> {
  readonly get: (key: string) => Value | undefined;
  /** `expiresAt` is in milliseconds since 1970; at that instant the entry is gone. */
  readonly set: (key: string, value: Value, expiresAt: number) => void;
  /** What hasn't expired, in the order of insertion. */
  readonly values: () => Value[];
  /** Entries held in memory, the expired ones that weren't swept yet included. */
  readonly size: () => number;
}

/** An empty map on that clock. Each `set` sweeps from the oldest entry on, up to the first that is alive. */
export function createExpiringMap<Value>(now: () => number): ExpiringMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  const sweep = (at: number): void => {
    for (const [key, entry] of entries) {
      if (entry.expiresAt > at) return;
      entries.delete(key);
    }
  };
  return {
    get(key) {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAt > now() ? entry.value : undefined;
    },
    set(key, value, expiresAt) {
      sweep(now());
      entries.delete(key);
      entries.set(key, { value, expiresAt });
    },
    values() {
      const at = now();
      return [...entries.values()].filter((entry) => entry.expiresAt > at).map((entry) => entry.value);
    },
    size: () => entries.size,
  };
}
