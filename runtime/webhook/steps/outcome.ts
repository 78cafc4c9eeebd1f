import { OipkitError } from "../../errors.js";
import type { InboxResult } from "../../ports/inbox-entry.js";
import type { DeliveryHeaders } from "../wire/headers.js";

/** The result of one request. Holds no secret, token, challenge, nonce or signature. */
export interface Outcome {
  /**
   * `verified` is an answered connection verification, `called` an answered callback, `empty` a batch without events. A batch
   * is `stored` if any of its events is new, otherwise a `duplicate`. `ignored` is an event whose name isn't known and which is
   * acknowledged without being stored, since the protocol says so; a batch is if it has only such events.
   */
  readonly code: Exclude<InboxResult, "conflict"> | "verified" | "called" | "empty" | "ignored" | RefusalCode;
  readonly status: number;
  /**
   * The sender's claims from the headers; proven only if `code` is `stored`, `duplicate` or `called`. For a batch, event id and
   * type are those of the refused event, or empty.
   */
  readonly delivery?: Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType">;
  /** How many events of an accepted batch are new, how many were received before, and how many have no known name, if any. */
  readonly events?: { readonly stored: number; readonly duplicate: number; readonly ignored?: number };
  /** The refusal with its facts; a store's failure is in its `cause`. */
  readonly refusal?: Refusal;
}

/** Why a request was refused. Internal only: answers with the same status look the same. */
export type RefusalCode =
  | "method-not-allowed"
  | "body-too-large"
  | "unsupported-encoding"
  | "unsupported-media-type"
  | "header-missing"
  | "header-repeated"
  | "header-malformed"
  | "timestamp-malformed"
  | "timestamp-outside-window"
  | "nonce-reused"
  | "nonce-store-unavailable"
  | "nonce-store-full"
  | "secrets-unavailable"
  | "signature-mismatch"
  | "decryption-failed"
  | "malformed-body"
  | "token-mismatch"
  | "event-unknown"
  | "event-invalid"
  | "header-mismatch"
  | "binding-mismatch"
  | "callback-unhandled"
  | "callback-late"
  | "callback-failed"
  | "event-conflict"
  | "batch-too-large"
  | "inbox-unavailable"
  | "verification-malformed"
  | "internal-fault";

/** The facts of a refusal. */
interface RefusalFacts {
  readonly code: RefusalCode;
  readonly status: number;
  /** The invalid header, field or part; never its value. */
  readonly subject?: string;
  readonly errors?: readonly ValidationError[];
  /** JSON Pointer of the refused event in the body, if the protocol has batches. */
  readonly place?: string;
  readonly cause?: unknown;
}

/** The first failing step of a delivery, with the status that answers it. */
export class Refusal extends OipkitError {
  readonly code: RefusalCode;
  readonly status: number;
  readonly subject: string | undefined;
  readonly errors: readonly ValidationError[];
  readonly place: string | undefined;

  constructor({ code, status, subject, errors = [], place, cause }: RefusalFacts) {
    super(subject === undefined ? code : `${code}: ${subject}`, { cause });
    this.code = code;
    this.status = status;
    this.subject = subject;
    this.errors = errors;
    this.place = place;
  }
}

/** One error found by a validator. */
export interface ValidationError {
  /** JSON Pointer into the event; empty for the event itself. */
  readonly pointer: string;
  /** The schema keyword or cross-field rule that is violated. */
  readonly keyword: string;
  /** The expectation, without the actual value. */
  readonly message: string;
}

/** The result of a generated validator for an event whose transport token is removed. */
export type Validation<Event> =
  | {
      readonly kind: "valid";
      readonly event: Event;
      /**
       * Whether the contract documents the payload of this event type. If it doesn't, the event is
       * accepted and recorded, and its binding isn't compared, since its location is unknown.
       */
      readonly specified: boolean;
    }
  | { readonly kind: "invalid"; readonly errors: readonly ValidationError[] }
  /** No contract has an event of this type, or only of another major version. */
  | { readonly kind: "unknown" };

/**
 * Validates an event against the issued contract; must neither change it nor throw. `eventType` is given if only a header
 * has the type. `all` is never set by a receiver.
 */
export type EventValidator<Event> = (
  event: unknown,
  options?: { readonly eventType?: string; readonly all?: boolean },
) => Validation<Event>;
