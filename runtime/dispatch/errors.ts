import { OipkitError } from "../errors.js";

/** A handler took longer than `dispatch.timeoutMs`. */
export class HandlerTimeout extends OipkitError {
  readonly code = "handler-timeout";

  constructor(timeoutMs: number) {
    super(`the handler took longer than ${timeoutMs} ms`);
  }
}

/** The lease of a claim ended before its handler did: another process may have claimed the event. */
export class LeaseLost extends OipkitError {
  readonly code = "lease-lost";

  constructor() {
    super("the lease was lost");
  }
}

/** The receiver is closing and no longer waits for the handler. */
export class ReceiverClosing extends OipkitError {
  readonly code = "receiver-closing";

  constructor() {
    super("the receiver is closing");
  }
}

/** An event in the inbox has no handler: it was in the contract when it arrived, and no longer is. */
export class HandlerMissing extends OipkitError {
  readonly code = "handler-missing";

  constructor(eventType: string) {
    super(`there is no handler for ${eventType}`);
  }
}

/** `reconcile` returned something other than a version. */
export class VersionInvalid extends OipkitError {
  readonly code = "version-invalid";

  constructor() {
    super("`reconcile` must return a version (a safe integer, 0 or more) or `undefined`");
  }
}
