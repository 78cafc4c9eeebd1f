import type { Protocol } from "./protocol.js";

/** What the expiry of a nonce depends on. */
export interface NonceExpiryOptions {
  readonly protocol: Pick<Protocol, "timestamp" | "nonce">;
  /** Time of signing in milliseconds since 1970; `undefined` if the protocol has none. */
  readonly signedAt: number | undefined;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Until when a nonce stays reserved, in milliseconds since 1970: at least the retention time,
 * and until its timestamp has left the window, so that the request can't be replayed in between.
 */
export function nonceExpiry({ protocol, signedAt = 0, now }: NonceExpiryOptions): number {
  const leavesWindow = signedAt + ((protocol.timestamp?.toleranceSeconds ?? 0) + 1) * 1000;
  return Math.max(now + (protocol.nonce?.retentionSeconds ?? 0) * 1000, leavesWindow);
}
