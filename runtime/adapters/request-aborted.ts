import { OipkitError } from "../errors.js";

/** The sender closed the connection, or stopped sending, before the whole body had arrived. Nobody sees the answer. */
export class RequestAborted extends OipkitError {
  readonly code = "request-aborted";

  constructor(
    reason: "the sender closed the connection" | "the sender stopped sending" | "reading failed",
    cause?: unknown,
  ) {
    super(`the body is incomplete: ${reason}`, { cause });
  }
}
