import type { InboxResult } from "../ports/inbox-entry.js";
import type { Refusal, RefusalCode } from "./steps/refusal.js";
import type { DeliveryHeaders } from "./wire/headers.js";

/** The result of one request. Holds no secret, token, challenge, nonce or signature. */
export interface Outcome {
  /**
   * `verified` is an answered connection verification, `called` an answered callback, `empty` a batch without events. A batch
   * is `stored` if any of its events is new, otherwise a `duplicate`.
   */
  readonly code: Exclude<InboxResult, "conflict"> | "verified" | "called" | "empty" | RefusalCode;
  readonly status: number;
  /**
   * The sender's claims from the headers; proven only if `code` is `stored`, `duplicate` or `called`. For a batch, event id and
   * type are those of the refused event, or empty.
   */
  readonly delivery?: Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType">;
  /** How many events of an accepted batch are new, and how many were received before. */
  readonly events?: { readonly stored: number; readonly duplicate: number };
  /** The refusal with its facts; a store's failure is in its `cause`. */
  readonly refusal?: Refusal;
}
