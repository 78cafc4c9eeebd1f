import type { Protocol } from "./protocol.js";

/** What the expiry of a nonce depends on. */
export interface NonceExpiryOptions {
  readonly protocol: Pick<Protocol, "timestamp" | "nonce">;
  /** Unix timestamp of the attempt, in whole seconds. */
  readonly timestamp: number;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Until when a nonce stays reserved, in milliseconds since 1970: at least the retention time,
 * and until its timestamp has left the window, so that the request can't be replayed in between.
 */
export function nonceExpiry({ protocol, timestamp, now }: NonceExpiryOptions): number {
  const leavesWindow = (timestamp + protocol.timestamp.toleranceSeconds + 1) * 1000;
  return Math.max(now + protocol.nonce.retentionSeconds * 1000, leavesWindow);
}
