import type { MaybePromise } from "./maybe-promise.js";

/** Where receivers that share an Application store used nonces. */
export interface NonceStore {
  /**
   * Reserves a nonce for an application until `expiresAt` (milliseconds since 1970). Returns `true` to
   * exactly one of any number of simultaneous callers and `false` while the nonce is reserved.
   * Rejects if the store can't answer; the delivery is then answered as unavailable. A store that is full rejects with
   * `StoreFailure` (`store-full`), and never forgets a nonce before its time.
   */
  reserve(application: string, nonce: string, expiresAt: number): MaybePromise<boolean>;
  /** Rejects with a clear error unless the store is reachable and ready. */
  check?(): Promise<void>;
  /** Closes what the store itself opened. */
  close?(): Promise<void>;
}
