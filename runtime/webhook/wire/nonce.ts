import type { MaybePromise } from "../../ports/answer.js";
import type { Protocol } from "./protocol.js";

/** Where receivers that share an Application remember spent nonces (§6.3(2)). */
export interface NonceStore {
  /**
   * Reserves a nonce for an application until `expiresAt` (milliseconds since 1970). Gives `true` to
   * exactly one of any number of simultaneous callers and `false` while the nonce is reserved.
   * Rejects when the store can't tell; the delivery is then answered as unavailable.
   */
  reserve(application: string, nonce: string, expiresAt: number): MaybePromise<boolean>;
  /** Rejects with a clear error unless the store can be reached and is ready. */
  check?(): Promise<void>;
  /** Closes what the store opened itself. */
  close?(): Promise<void>;
}

export interface NonceExpiryOptions {
  readonly protocol: Pick<Protocol, "timestamp" | "nonce">;
  /** Unix timestamp of the attempt, in whole seconds. */
  readonly timestamp: number;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Until when a nonce stays reserved, in milliseconds since 1970: at least the retention time (§6.3(2)),
 * and until its timestamp has left the window, lest the request be replayed in between.
 */
export function nonceExpiry({ protocol, timestamp, now }: NonceExpiryOptions): number {
  const leavesWindow = (timestamp + protocol.timestamp.toleranceSeconds + 1) * 1000;
  return Math.max(now + protocol.nonce.retentionSeconds * 1000, leavesWindow);
}
