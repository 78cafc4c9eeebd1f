import type { MaybePromise } from "./maybe-promise.js";

/** Where receivers that share an Application remember spent nonces. */
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
