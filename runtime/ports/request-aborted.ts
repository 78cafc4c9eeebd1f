import { OipkitError } from "../errors.js";

/**
 * Why a body stayed incomplete: the sender closed the connection (`closed`), reading failed (`failed`), it paused too
 * long (`idle`), it was sent below the minimum rate (`slow`) or past its deadline (`late`), or it was the slowest one
 * when there were too many (`evicted`).
 */
export type AbortReason = "closed" | "failed" | "idle" | "slow" | "late" | "evicted";

const texts: Readonly<Record<AbortReason, string>> = {
  closed: "the sender closed the connection",
  failed: "reading failed",
  idle: "the sender stopped sending",
  slow: "the sender was below the minimum rate",
  late: "it did not arrive in time",
  evicted: "too many bodies were incomplete, and this one was the slowest",
};

/** The body is incomplete and the rest isn't read. The sender may retry. */
export class RequestAborted extends OipkitError {
  readonly code = "request-aborted";
  readonly reason: AbortReason;

  constructor(reason: AbortReason, cause?: unknown) {
    super(`the body is incomplete: ${texts[reason]}`, { cause });
    this.reason = reason;
  }
}
