import type { Time } from "./common.js";

/** The answer to a command, kept so that the same key and body get it again (§4). */
export interface Idempotency {
  /** A digest of the client, the person and the key, never the key itself. */
  readonly id: string;
  readonly application: string;
  /** The contract's operation. */
  readonly operation: string;
  /** A digest of what was asked. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  readonly createdAt: Time;
}
