import { OipkitError } from "../../errors.js";
import type { ValidationError } from "./event.js";

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
export interface RefusalFacts {
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
