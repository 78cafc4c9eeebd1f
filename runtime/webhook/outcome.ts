import type { InboxResult } from "../ports/inbox-entry.js";
import type { Refusal, RefusalCode } from "./steps/refusal.js";
import type { DeliveryHeaders } from "./wire/headers.js";

/** The result of one request. Holds no secret, token, challenge, nonce or signature. */
export interface Outcome {
  /** `verified` is an answered connection verification, `called` an answered callback. */
  readonly code: Exclude<InboxResult, "conflict"> | "verified" | "called" | RefusalCode;
  readonly status: number;
  /** The sender's claims from the headers; proven only if `code` is `stored`, `duplicate` or `called`. */
  readonly delivery?: Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType">;
  /** The refusal with its facts; a store's failure is in its `cause`. */
  readonly refusal?: Refusal;
}
