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
  | "timestamp-malformed"
  | "timestamp-outside-window"
  | "nonce-reused"
  | "nonce-store-unavailable"
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
  readonly cause?: unknown;
}

/** The first failing step of a delivery, with the status that answers it. */
export class Refusal extends OipkitError {
  readonly code: RefusalCode;
  readonly status: number;
  readonly subject: string | undefined;
  readonly errors: readonly ValidationError[];

  constructor({ code, status, subject, errors = [], cause }: RefusalFacts) {
    super(subject === undefined ? code : `${code}: ${subject}`, { cause });
    this.code = code;
    this.status = status;
    this.subject = subject;
    this.errors = errors;
  }
}
