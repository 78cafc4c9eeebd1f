/** Names that expire. Best if expiries increase roughly in order of insertion. */
export interface ExpiringSet {
  /**
   * Adds a name until `expiresAt`, in milliseconds since 1970; at that instant it is gone. `false` if it already
   * exists, which changes nothing.
   */
  readonly add: (name: string, expiresAt: number) => boolean;
  /** Number of names in memory, including expired ones that weren't swept yet. */
  readonly size: () => number;
}

/** An empty set on that clock. Each `add` sweeps from the oldest name up to the first that hasn't expired. */
export function createExpiringSet(now: () => number): ExpiringSet {
  const expiries = new Map<string, number>();
  return {
    add(name, expiresAt) {
      const at = now();
      for (const [oldest, until] of expiries) {
        if (until > at) break;
        expiries.delete(oldest);
      }
      const until = expiries.get(name);
      if (until !== undefined) {
        if (until > at) return false;
        // Goes to the end, so that the sweep reaches it last.
        expiries.delete(name);
      }
      expiries.set(name, expiresAt);
      return true;
    },
    size: () => expiries.size,
  };
}
