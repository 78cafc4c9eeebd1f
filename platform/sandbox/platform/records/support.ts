import type { Time } from "./common.js";

/** What was forwarded to platform support (§5.6), with the identifiers by which a delivery is found (§6.7, §6.9). Never a secret. */
export interface SupportRequest {
  readonly id: string;
  readonly application: string;
  /** Who asked. */
  readonly person: string;
  readonly subject: string;
  readonly message?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** Chosen by who asks, so that asking again makes no second request. */
  readonly operation: string;
  readonly createdAt: Time;
}
