import { OipkitError } from "../errors.js";

/** The sender hung up, or fell silent, before its whole body was there. Nobody sees the answer. */
export class RequestAborted extends OipkitError {
  readonly code = "request-aborted";

  constructor(reason: "the sender hung up" | "the sender fell silent" | "reading failed", cause?: unknown) {
    super(`the body didn't arrive: ${reason}`, { cause });
  }
}
