/** Names that vanish at their time. Meant for expiries that grow with the order of insertion, more or less. */
export interface ExpiringSet {
  /**
   * Adds a name until `expiresAt`, in milliseconds since 1970; at that instant it is gone. `false` where it is there
   * already, which changes nothing.
   */
  readonly add: (name: string, expiresAt: number) => boolean;
  /** Names held in memory, the expired ones that weren't swept yet included. */
  readonly size: () => number;
}

/** An empty set on that clock. Each `add` sweeps from the oldest name on, up to the first that is alive. */
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
        // Goes to the end, where the sweep looks for it last.
        expiries.delete(name);
      }
      expiries.set(name, expiresAt);
      return true;
    },
    size: () => expiries.size,
  };
}
