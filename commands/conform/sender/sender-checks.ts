/** Requests that the endpoint must have received since the case began. */
export interface RequestCheck {
  readonly kind?: "delivery" | "verification";
  /** Label of the event. Default: any. `test`: tests. */
  readonly of?: string;
  /** Label of the URL, or `redirected`. Default: any. */
  readonly at?: string;
  /** Default: at least one. */
  readonly count?: number | { readonly least?: number; readonly most?: number };
  /** Only the requests from this one on, counted from 1. */
  readonly from?: number;
  /** What each of them must be. */
  readonly each?: readonly EachCheck[];
  /** What they must be compared with each other. */
  readonly across?: readonly AcrossCheck[];
  /** Which secret has signed each of them. Default: the active one, where a check needs it. */
  readonly signedWith?: "current" | "former" | "pending";
  /** Values of the event that each of them carries. */
  readonly holds?: readonly {
    readonly at: string;
    readonly is?: unknown;
    readonly own?: "product" | "application" | "environment";
  }[];
  /** Places where it has nothing. */
  readonly lacks?: readonly string[];
}

/** What one request must be. The judge knows what each name means; docs/reference/conform-sender.md lists them. */
export type EachCheck =
  | "post"
  | "json"
  | "identified"
  | "timestamp"
  | "nonce"
  | "signature-form"
  | "signature"
  | "counted"
  | "whole"
  | "content"
  | "token"
  | "plaintext"
  | "encrypted"
  | "test-marked"
  | "unmarked"
  | "test-id"
  | "synthetic"
  | "complete"
  | "unexposed"
  | "verification-header"
  | "verification-body"
  | "other-token"
  | "unsigned";

/** What requests must be compared with each other. */
export type AcrossCheck =
  | "same-delivery-id"
  | "same-event-id"
  | "same-correlation-id"
  | "same-content"
  | "same-bytes"
  | "fresh-timestamps"
  | "fresh-nonces"
  | "fresh-ivs"
  | "fresh-signatures"
  | "fresh-challenges"
  | "fresh-tokens"
  | "fresh-event-ids"
  | "fresh-delivery-ids";

/** Records of deliveries that the sender must have. */
export interface RecordCheck {
  /** Label of the event, or `test`. */
  readonly of?: string;
  /** Default: one. */
  readonly count?: number;
  readonly state?: "pending" | "delivered" | "failed";
  readonly attempts?: number | { readonly least?: number; readonly most?: number };
  /** Statuses of the attempts, in order; `null` without an answer. */
  readonly statuses?: readonly (number | null)[];
}
